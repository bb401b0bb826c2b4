# Principal-variation search over chains, exact, with the table of _table.pxd.
#
# Contract of lead() and follow(): called with a window low < high they return v with
#     v <= low   : the value is at most v
#     v >= high  : the value is at least v
#     otherwise  : the value is v
# where the value is the chain of the counted side from the start of the current trick.
# When s.stopped is set on return, the number means nothing.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rebelote._moves cimport above, beats, legal_cards, suit_mask
from rebelote._table cimport best_card, find, keep, shape_of
from rebelote._types cimport (
    PRUNE_NEIGHBOURS, PRUNE_PROBE_LAST, PRUNE_TOP_TRUMPS,
    entry_t, game_t, rb_count, rb_high, rb_low, search_t,
)

# The cards a player may choose from, one of each group of equals, best guess first.
ctypedef struct moves_t:
    int n
    int card[9]
    int run[9]             # cards of one number are neighbours
    int score[9]

# What lies on the table.
ctypedef struct trick_t:
    int leader
    int tricks             # tricks left, this one included
    int rest               # points to be won from this trick's start on
    uint32_t cards         # on the table
    int points             # theirs
    int led                # first card
    int best               # best card
    int best_place         # who played it: places from the leader on


cdef inline int seat_at(const search_t* s, int leader, int place) noexcept nogil:
    cdef int seat = leader + place
    return seat - s.seats if seat >= s.seats else seat


cdef inline void begin_trick(trick_t* t, int leader, int tricks, int rest) noexcept nogil:
    """An empty table."""
    t.leader = leader
    t.tricks = tricks
    t.rest = rest
    t.cards = 0
    t.points = 0
    t.led = t.best = -1
    t.best_place = 0


cdef inline void put_card(const search_t* s, trick_t* t, int place, int card) noexcept nogil:
    """Lay a card on the table."""
    t.cards |= <uint32_t>1 << card
    t.points += s.game.points[card]
    if place == 0:
        t.led = t.best = card
    elif beats(s.game, card, t.best):
        t.best = card
        t.best_place = place


cdef inline void collect(const search_t* s, uint32_t cards, uint32_t hand, uint32_t live, moves_t* m) noexcept nogil:
    """One card of every group of equals among `cards`.

    Cards of one hand between which no other live card stands are neighbours: they play
    alike, and only their points differ. With equal points they are equals.
    """
    cdef uint32_t left = cards
    cdef uint32_t foreign = live & ~hand
    cdef int card, last = -1, run = -1, i, same
    m.n = 0
    while left:
        card = rb_high(left)
        left ^= <uint32_t>1 << card
        if last < 0 or (last ^ card) & 24 or foreign & ((<uint32_t>1 << last) - (<uint32_t>1 << card)):
            run += 1
            m.card[m.n] = card
            m.run[m.n] = run
            m.n += 1
        else:
            same = 0
            i = m.n - 1
            while i >= 0 and m.run[i] == run:
                if s.game.points[m.card[i]] == s.game.points[card]:
                    same = 1
                    break
                i -= 1
            if not same:
                m.card[m.n] = card
                m.run[m.n] = run
                m.n += 1
        last = card


cdef inline void sort(moves_t* m) noexcept nogil:
    cdef int i, j, card, run, score
    for i in range(1, m.n):
        card = m.card[i]
        run = m.run[i]
        score = m.score[i]
        j = i - 1
        while j >= 0 and m.score[j] < score:
            m.card[j + 1] = m.card[j]
            m.run[j + 1] = m.run[j]
            m.score[j + 1] = m.score[j]
            j -= 1
        m.card[j + 1] = card
        m.run[j + 1] = run
        m.score[j + 1] = score


cdef inline void reward(search_t* s, const trick_t* t, int place, int seat, int suit, int card) noexcept nogil:
    """A card that cut: remember it for the same situation elsewhere in the tree."""
    cdef uint8_t* k = s.killers[t.tricks - 1][place][seat][suit][t.best_place]
    if k[0] != card:
        k[1] = k[0]
        k[0] = <uint8_t>card
    s.history[suit][seat][card] += <uint32_t>(t.tricks * t.tricks)


cdef inline void rate(search_t* s, const trick_t* t, int place, int seat, int suit, moves_t* m) noexcept nogil:
    """Scores for the order of search: killers of this very situation, then history."""
    cdef const uint8_t* k = s.killers[t.tricks - 1][place][seat][suit][t.best_place]
    cdef int i, card, score
    for i in range(m.n):
        card = m.card[i]
        score = <int>s.history[suit][seat][card] << 5
        if score > 1 << 28:
            score = 1 << 28
        if card == k[0]:
            score += 1 << 30
        elif card == k[1]:
            score += 1 << 29
        m.score[i] = score + s.game.points[card]


cdef inline int lead(
    search_t* s, int leader, uint32_t live, int tricks, int rest, int low, int high
) noexcept nogil:
    """The value of a position at a trick's start."""
    return lead_known(s, leader, live, tricks, rest, low, high, shape_of(s, live), -1, rest + 1)


cdef inline int last_trick(search_t* s, int leader, int rest) noexcept nogil:
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


cdef inline void top_trumps(search_t* s, uint32_t live, int rest, int* lo, int* hi) noexcept nogil:
    """Bounds from the unbeaten top run of trumps.

    Proof. Let every live trump from the strongest down to some card be held by one side.
    Each of these cards is played in some trick. That trick holds a trump, so its winner's
    card is a trump at least as strong, hence one of the run: the side wins the trick and
    the card's points. This uses nothing but who wins a trick: it holds whatever the
    switches force, and whatever either side wants (misère). The side wins a trick at least.
    """
    cdef int suit = s.game.trump
    cdef uint32_t ours = 0, theirs, top
    cdef int i, points
    if suit == 4 or not live & suit_mask(suit):
        return
    for i in range(s.seats):
        if s.counted[i]:
            ours |= s.hands[i]
    theirs = (live & ~ours) >> (8 * suit) & 255
    ours = ours >> (8 * suit) & 255
    if ours > theirs:
        top = ours
        if theirs:
            top &= ~((<uint32_t>2 << rb_high(theirs)) - 1)
        points = s.game.sum[s.game.kind[suit]][top]
        if points > lo[0]:
            lo[0] = points
    else:
        top = theirs
        if ours:
            top &= ~((<uint32_t>2 << rb_high(ours)) - 1)
        points = rest - s.game.sum[s.game.kind[suit]][top]
        if points < hi[0]:
            hi[0] = points


cdef inline int lead_known(
    search_t* s, int leader, uint32_t live, int tricks, int rest, int low, int high, uint32_t shape, int lo, int hi
) noexcept nogil:
    """lead(), with the shape at hand and bounds lo … hi proved already."""
    cdef entry_t* e
    cdef moves_t m
    cdef trick_t t
    cdef int i, card, best_v, best_c, hint = -1, maxi
    s.nodes += 1
    if s.nodes >= s.budget or s.stop[0]:
        s.stopped = 1
        return 0
    if tricks == 1:
        return last_trick(s, leader, rest)
    e = find(s, shape, live, leader, rest, &lo, &hi)
    if e != NULL:
        hint = best_card(e, live)
    if lo >= high or lo == hi:
        return lo
    if hi <= low:
        return hi
    if s.prune & PRUNE_TOP_TRUMPS:
        top_trumps(s, live, rest, &lo, &hi)
        if lo >= high or lo == hi:
            return lo
        if hi <= low:
            return hi
    if lo > low:
        low = lo
    if hi < high:
        high = hi

    begin_trick(&t, leader, tricks, rest)
    collect(s, s.hands[leader], s.hands[leader], live, &m)
    if m.n > 1:
        rate(s, &t, 0, leader, 4, &m)
        for i in range(m.n):
            card = m.card[i]
            if card == hint:
                m.score[i] = 0x7FFFFFFF
        sort(&m)
    best_v = choose(s, &t, 0, leader, 4, live, &m, low, high, &best_c)
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
    keep(s, shape, live, leader, tricks, lo, hi, best_c)
    return lo if best_v >= high else hi


cdef inline int choose(
    search_t* s, trick_t* t, int place, int seat, int suit, uint32_t live,
    moves_t* m, int low, int high, int* found
) noexcept nogil:
    """Search the moves in order; returns as the contract says, and the best (or cutting) card."""
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int a = low if sign > 0 else -high
    cdef int b = high if sign > 0 else -low
    cdef int best = -0x7FFF, i, j, v, card, top, gap
    cdef int upper[9]
    found[0] = -1
    for i in range(m.n):
        card = m.card[i]
        if s.prune & PRUNE_NEIGHBOURS:
            # A neighbour of a card with a known upper bound is at most their difference in
            # points better (docs/algorithm.md): no need to look when that cannot help.
            top = 0x7FFF
            for j in range(i):
                if m.run[j] == m.run[i]:
                    gap = s.game.points[m.card[j]] - s.game.points[card]
                    if gap < 0:
                        gap = -gap
                    if upper[j] + gap < top:
                        top = upper[j] + gap
            if top <= a:
                upper[i] = top
                if top > best:
                    best = top
                continue
        if i == 0 or b - a == 1:
            v = play(s, t, place, seat, card, live, sign, a, b)
        else:
            v = play(s, t, place, seat, card, live, sign, a, a + 1)
            if v > a and v < b and not s.stopped:
                v = play(s, t, place, seat, card, live, sign, v - 1, b)
        if s.stopped:
            return 0
        upper[i] = v
        if v > best:
            best = v
            found[0] = card
            if v > a:
                a = v
                if v >= b:
                    if m.n > 1:
                        reward(s, t, place, seat, suit, card)
                    break
    return best if sign > 0 else -best


cdef inline int play(
    search_t* s, trick_t* t, int place, int seat, int card, uint32_t live, int sign, int a, int b
) noexcept nogil:
    """The value after a card, in the eyes of the one who plays it (sign -1: negated)."""
    cdef trick_t after = t[0]
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int v
    put_card(s, &after, place, card)
    s.hands[seat] ^= bit
    if place + 1 < s.seats:
        v = follow(s, &after, place + 1, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a)
    else:
        v = complete(s, &after, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a)
    s.hands[seat] ^= bit
    return v if sign > 0 else -v


cdef inline int complete(search_t* s, trick_t* t, uint32_t live, int low, int high) noexcept nogil:
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
        v = lead(s, winner, live, t.tricks - 1, left, low - points if low > points else 0, high - points)
        return points + v if v > 0 else points
    if low >= left:
        return left
    v = lead(s, winner, live, t.tricks - 1, left, low, high if high < left else left)
    return v if v < left else left


cdef inline uint32_t root_moves(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, moves_t* m
) noexcept nogil:
    """All legal cards as a mask, and one of each group of equals in `m`."""
    cdef uint32_t hand = s.hands[seat]
    cdef uint32_t cards = hand
    if place:
        cards = legal_cards(s.game, hand, t.led, t.best, s.game.partners and t.best_place == place - 2)
    collect(s, cards, hand, live | t.cards, m)
    return cards


cdef inline int follow(search_t* s, trick_t* t, int place, uint32_t live, int low, int high) noexcept nogil:
    """The value with some cards on the table; low < high."""
    cdef int seat = seat_at(s, t.leader, place)
    cdef uint32_t hand = s.hands[seat]
    cdef uint32_t cards = legal_cards(
        s.game, hand, t.led, t.best, s.game.partners and t.best_place == place - 2
    )
    cdef moves_t m
    cdef int card
    s.nodes += 1
    if cards & (cards - 1) == 0:
        m.n = 1
        m.card[0] = rb_low(cards)
        m.run[0] = 0
    else:
        collect(s, cards, hand, live | t.cards, &m)
        if m.n > 1:
            rate(s, t, place, seat, t.led >> 3, &m)
            sort(&m)
    return choose(s, t, place, seat, t.led >> 3, live, &m, low, high, &card)
