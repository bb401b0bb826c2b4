# The last two tricks: small enough for a search without table or order.

from libc.stdint cimport uint32_t

from rebelote._moves cimport beats, legal_now, put_card, seat_at
from rebelote._types cimport rb_high, rb_low, search_t, trick_t


cdef inline int last_trick(const search_t* s, int leader, int rest) noexcept nogil:
    """One card each: who wins takes all that is left, and every trick."""
    cdef int best = rb_low(s.hands[leader])
    cdef int winner = leader, seat = leader, i, card
    for i in range(1, s.seats):
        seat = seat_at(s, leader, i)
        card = rb_low(s.hands[seat])
        if beats(s.game, card, best):
            best = card
            winner = seat
    return rest + 1 if s.counted[winner] else -1


cdef inline int last_but_one(search_t* s, const trick_t* t, int place, int low, int high) noexcept nogil:
    """Two cards each (those who have played hold one): plain alpha-beta, no table, no order."""
    cdef trick_t after
    cdef int seat = seat_at(s, t.leader, place), winner, v, best, card
    cdef uint32_t hand = s.hands[seat], cards
    cdef bint wants
    s.nodes += 1
    cards = legal_now(s, t, place, hand)
    wants = s.wants[seat]
    best = -0x7FFF if wants else 0x7FFF
    while cards:
        card = rb_high(cards)
        cards ^= <uint32_t>1 << card
        after = t[0]
        put_card(s, &after, place, card)
        s.hands[seat] = hand ^ (<uint32_t>1 << card)
        if place + 1 < s.seats:
            v = last_but_one(s, &after, place + 1, low, high)
        else:
            winner = seat_at(s, t.leader, after.best_place)
            v = last_trick(s, winner, t.rest - after.points)
            if s.counted[winner]:
                v = after.points + v if v > 0 else after.points
            elif v > t.rest - after.points:
                v = t.rest - after.points
        if wants:
            if v > best:
                best = v
                if v > low:
                    low = v
        elif v < best:
            best = v
            if v < high:
                high = v
        if low >= high:
            break
    s.hands[seat] = hand
    return best
