# Principal-variation search over chains, exact, with the table of _table.pxd.
#
# Contract of lead() and follow(): called with a window low < high they return v with
#     v <= low   : the value is at most v
#     v >= high  : the value is at least v
#     otherwise  : the value is v
# where the value is the chain of the counted side from the start of the current trick.
# When s.stopped is set on return, the number means nothing.

from libc.stdint cimport uint8_t, uint32_t

from rebelote._bounds cimport cashing, top_trumps
from rebelote._ending cimport last_but_one, last_trick
from rebelote._moves cimport beats, begin_trick, legal_now, put_card, seat_at
from rebelote._order cimport collect, next_best, rate, reward, score_of, situation, to_front
from rebelote._table cimport best_card, find, keep, shape_of, slot
from rebelote._types cimport (
    OUTLOOK_ALLY, OUTLOOK_HELD, OUTLOOK_OWN, PRUNE_CASHING, PRUNE_NEIGHBOURS, PRUNE_PROBE_LAST, PRUNE_TOP_TRUMPS,
    entry_t, moves_t, rb_high, rb_low, rb_prefetch, search_t, trick_t,
)

# How far below the last bound the next window of a root card reaches.
cdef enum:
    FIRST_STEP = 12


cdef inline int lead(
    search_t* s, int leader, uint32_t live, int tricks, int rest, int low, int high, uint32_t shape
) noexcept nogil:
    """The value of a position at a trick's start; `shape` is shape_of(s, live)."""
    cdef entry_t* e
    cdef trick_t t
    cdef int best_v, best_c = -1, lo = -1, hi = rest + 1
    s.nodes += 1
    if s.nodes >= s.budget or s.stop[0]:
        s.stopped = 1
        return 0
    if tricks == 1:
        return last_trick(s, leader, rest)
    e = find(s, shape, live, leader, rest, &lo, &hi)
    if lo >= high or lo == hi:
        return lo
    if hi <= low:
        return hi
    if tricks > 2:
        # Two tricks are searched sooner than bounded.
        if s.prune & PRUNE_TOP_TRUMPS:
            top_trumps(s, live, rest, &lo, &hi)
        if s.prune & PRUNE_CASHING and not s.misere:
            cashing(s, leader, live, tricks, rest, &lo, &hi)
        if lo >= high or lo == hi:
            return lo
        if hi <= low:
            return hi
    if lo > low:
        low = lo
    if hi < high:
        high = hi

    begin_trick(&t, leader, tricks, rest)
    if tricks == 2:
        best_v = last_but_one(s, &t, 0, low, high)
    else:
        best_v = choose(s, &t, 0, leader, s.hands[leader], live, low, high, e, &best_c)
        if s.stopped:
            return 0
    if best_v <= low:
        if best_v < hi:
            hi = best_v
    elif best_v >= high:
        if best_v > lo:
            lo = best_v
    else:
        lo = hi = best_v
    keep(s, shape, live, leader, rest, lo, hi, best_c)
    return lo if best_v >= high else hi


cdef inline int follow(search_t* s, trick_t* t, int place, uint32_t live, int low, int high) noexcept nogil:
    """The value with some cards on the table (it is used up); low < high."""
    cdef int seat = seat_at(s, t.leader, place)
    cdef uint32_t hand = s.hands[seat]
    cdef uint32_t cards = legal_now(s, t, place, hand)
    cdef int card
    s.nodes += 1
    if cards & (cards - 1) == 0:
        return only_card(s, t, place, seat, cards, live, low, high)
    if place + 1 == s.seats:
        return choose_last(s, t, seat, cards, live, low, high)
    return choose(s, t, place, seat, cards, live, low, high, NULL, &card)


cdef inline int only_card(
    search_t* s, trick_t* t, int place, int seat, uint32_t bit, uint32_t live, int low, int high
) noexcept nogil:
    """The value where there is nothing to choose; `bit` is the card."""
    cdef int v
    live ^= bit
    s.hands[seat] ^= bit
    put_card(s, t, place, rb_low(bit))
    if place + 1 == s.seats:
        v = complete(s, t, live, low, high, shape_of(s, live))
    else:
        v = follow(s, t, place + 1, live, low, high)
    s.hands[seat] ^= bit
    return v


cdef inline int choose(
    search_t* s, trick_t* t, int place, int seat, uint32_t cards, uint32_t live, int low, int high,
    const entry_t* known, int* found
) noexcept nogil:
    """Search the legal `cards`, not the last player's; returns as the contract says, and the
    best (or cutting) card. `known`: the table's entry of this shape, or NULL.

    A killer, or else the table's card, is tried before the other cards are even listed:
    nineteen cuts of twenty come from the first card.
    """
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int a = low if sign > 0 else -high
    cdef int b = high if sign > 0 else -low
    cdef uint8_t* killer = situation(s, t, place, cards, live)
    cdef int best = -0x7FFF, first = killer[0]
    cdef moves_t m
    found[0] = -1
    if first > 31 or not cards >> first & 1:
        first = best_card(known, live) if known != NULL else -1
    if first >= 0:
        best = play(s, t, place, seat, first, 0, live, sign, a, b, False)
        if s.stopped:
            return 0
        found[0] = first
        if best >= b:
            reward(killer, first)
            return best if sign > 0 else -best
        if best > a:
            a = best
    collect(s, cards, s.hands[seat], live | t.cards, &m)
    if first >= 0:
        if m.n > 1:
            rate(s, t, place, seat, live, killer, &m)
            to_front(s, &m, first)
            m.upper[0] = best
            best = others(s, t, place, seat, live, &m, 1, sign, a, b, best, False, killer, found)
    else:
        if m.n > 1:
            rate(s, t, place, seat, live, killer, &m)
        best = others(s, t, place, seat, live, &m, 0, sign, a, b, best, False, killer, found)
    return best if sign > 0 else -best


cdef inline int choose_last(
    search_t* s, trick_t* t, int seat, uint32_t cards, uint32_t live, int low, int high
) noexcept nogil:
    """The same for the last player: what stands behind each card is looked up before any is searched.

    The table's lines are called for while the cards are listed, so that they come together.
    """
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int a = low if sign > 0 else -high
    cdef int b = high if sign > 0 else -low
    cdef int place = s.seats - 1, n, v, found = -1
    cdef uint32_t hand = s.hands[seat], all_live = live | t.cards
    cdef uint8_t* killer = situation(s, t, place, cards, live)
    cdef moves_t m
    collect(s, cards, hand, all_live, &m)
    for n in range(m.n):
        m.shape[n] = shape_of(s, live ^ (<uint32_t>1 << m.card[n]))
        if t.tricks > 2:
            v = seat_at(s, t.leader, place if beats(s.game, m.card[n], t.best) else t.best_place)
            rb_prefetch(slot(s, m.shape[n], v))
    for n in range(m.n):
        v = look_behind(s, t, place, live, &m, n)
        m.score[n] = score_of(
            s, 3, OUTLOOK_OWN if v == seat else OUTLOOK_ALLY if s.wants[v] == s.wants[seat] else OUTLOOK_HELD,
            m.card[n], hand, all_live & ~hand, killer
        )
        v = m.low[n] if sign > 0 else -m.high[n]
        if v >= b and s.prune & PRUNE_PROBE_LAST:
            return v if sign > 0 else -v
    v = others(s, t, place, seat, live, &m, 0, sign, a, b, -0x7FFF, True, killer, &found)
    return v if sign > 0 else -v


cdef inline int others(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, moves_t* m, int done,
    int sign, int a, int b, int best, bint last, uint8_t* killer, int* found
) noexcept nogil:
    """The best of `best` and the moves from the `done`-th on, in the eyes of the player."""
    cdef int i = done, v, card, top
    while i < m.n:
        next_best(m, i)
        card = m.card[i]
        if i and m.neighbours and s.prune & PRUNE_NEIGHBOURS:
            top = neighbour_bound(s, m, i, m.upper)
            if top <= a:
                m.upper[i] = top
                if top > best:
                    best = top
                i += 1
                continue
        if i == 0 or b - a == 1:
            v = play(s, t, place, seat, card, m.shape[i], live, sign, a, b, last)
        else:
            v = play(s, t, place, seat, card, m.shape[i], live, sign, a, a + 1, last)
            if v > a and v < b and not s.stopped:
                v = play(s, t, place, seat, card, m.shape[i], live, sign, v - 1, b, last)
        if s.stopped:
            return 0
        m.upper[i] = v
        if v > best:
            best = v
            found[0] = card
            if v > a:
                a = v
                if v >= b:
                    if m.n > 1:
                        reward(killer, card)
                    break
        i += 1
    return best


cdef inline int neighbour_bound(const search_t* s, const moves_t* m, int i, const int* upper) noexcept nogil:
    """What a card can be worth at most, from the neighbours searched before it.

    Proof (docs/algorithm.md): exchanging two neighbours turns one play of the deal into
    another with the same winners; only where the two cards' points go differs.
    """
    cdef int j, gap, top = 0x7FFF
    for j in range(i):
        if m.run[j] == m.run[i]:
            gap = s.game.points[m.card[j]] - s.game.points[m.card[i]]
            if gap < 0:
                gap = -gap
            if upper[j] + gap < top:
                top = upper[j] + gap
    return top


cdef inline int play(
    search_t* s, const trick_t* t, int place, int seat, int card, uint32_t shape, uint32_t live,
    int sign, int a, int b, bint last
) noexcept nogil:
    """The value after a card, in the eyes of the one who plays it (sign -1: negated)."""
    cdef trick_t after = t[0]
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int v
    put_card(s, &after, place, card)
    s.hands[seat] ^= bit
    if last:
        v = complete(s, &after, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a, shape)
    else:
        v = follow(s, &after, place + 1, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a)
    s.hands[seat] ^= bit
    return v if sign > 0 else -v


cdef inline int look_behind(
    search_t* s, const trick_t* t, int place, uint32_t live, moves_t* m, int i
) noexcept nogil:
    """The shape after a last player's card, and what the table proves of its value; returns
    the trick's winner.

    Proof that a cut on it is right: the bound is one on the value after that card, so the
    player can have at least that much in his own eyes; no other card matters then.
    """
    cdef trick_t after = t[0]
    cdef int winner, left, lo = -1, hi
    cdef uint32_t then = live ^ (<uint32_t>1 << m.card[i])
    m.low[i] = -1
    m.high[i] = t.rest + 1
    put_card(s, &after, place, m.card[i])
    winner = seat_at(s, t.leader, after.best_place)
    if t.tricks <= 2:
        return winner
    left = t.rest - after.points
    hi = left + 1
    find(s, m.shape[i], then, winner, left, &lo, &hi)
    if s.counted[winner]:
        m.low[i] = after.points + (lo if lo > 0 else 0)
        m.high[i] = after.points + (hi if hi > 0 else 0)
    else:
        m.low[i] = lo if lo < left else left
        m.high[i] = hi if hi < left else left
    return winner


cdef inline int complete(search_t* s, trick_t* t, uint32_t live, int low, int high, uint32_t shape) noexcept nogil:
    """The trick is full: who wins it, and the value of what is left (see rebelote.values).

    With p points in the trick and r left, a side that wins it gets p + max(v, 0) from v,
    and every trick when v is r + 1; a side that loses it gets min(v, r).
    """
    cdef int winner = seat_at(s, t.leader, t.best_place)
    cdef int points, left, v
    if t.tricks == 1:
        return t.rest + 1 if s.counted[winner] else -1
    points = t.points
    left = t.rest - points
    if s.counted[winner]:
        if high <= points:
            return points
        v = lead(s, winner, live, t.tricks - 1, left, low - points if low > points else 0, high - points, shape)
        return points + v if v > 0 else points
    if low >= left:
        return left
    v = lead(s, winner, live, t.tricks - 1, left, low, high if high < left else left, shape)
    return v if v < left else left


cdef inline void root_moves(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, moves_t* m
) noexcept nogil:
    """The moves of a root, ready for play()."""
    cdef int i
    cdef uint32_t hand = s.hands[seat]
    collect(s, legal_now(s, t, place, hand), hand, live | t.cards, m)
    if place + 1 == s.seats:
        for i in range(m.n):
            m.shape[i] = shape_of(s, live ^ (<uint32_t>1 << m.card[i]))
            look_behind(s, t, place, live, m, i)


cdef inline void root_values(
    search_t* s, trick_t* t, int place, int seat, uint32_t live, moves_t* m, int value, int* chains
) noexcept nogil:
    """The exact chain after each of the moves, where `value` is the position's."""
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int i, j, v, top = value * sign, low, high, gap
    cdef int floor = -2 if sign > 0 else -t.rest - 2
    cdef bint last = place + 1 == s.seats
    for i in range(m.n):
        low = floor
        high = top
        for j in range(i):
            if m.run[j] == m.run[i] and s.prune & PRUNE_NEIGHBOURS:
                gap = s.game.points[m.card[j]] - s.game.points[m.card[i]]
                if gap < 0:
                    gap = -gap
                v = chains[j] * sign
                if v - gap - 1 > low:
                    low = v - gap - 1
                if v + gap < high:
                    high = v + gap
        v = high
        if low < high - 1:
            v = play(s, t, place, seat, m.card[i], m.shape[i], live, sign, high - 1, high, last)
        gap = FIRST_STEP
        while v < high and v > low + 1:
            j = v
            if low < j - gap:
                v = play(s, t, place, seat, m.card[i], m.shape[i], live, sign, j - gap, j + 1, last)
                if v > j - gap:
                    break
                gap *= 2
            else:
                v = play(s, t, place, seat, m.card[i], m.shape[i], live, sign, low, j + 1, last)
                break
            if s.stopped:
                return
        if s.stopped:
            return
        chains[i] = (v if v < high else high) * sign
