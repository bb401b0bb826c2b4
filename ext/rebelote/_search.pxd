# Principal-variation search over chains, exact, with the table of _table.pxd.
#
# Contract of lead() and follow(): called with a window low < high they return v with
#     v <= low   : the value is at most v
#     v >= high  : the value is at least v
#     otherwise  : the value is v
# where the value is the chain of the counted side from the start of the current trick.
# When s.stopped is set on return, the number means nothing.
#
# Order of this file: the table in front of the players, the order of moves, the last two
# tricks, then the search proper. Bounds that prune stand in _bounds.pxd.

from libc.stdint cimport uint8_t, uint32_t

from rebelote._bounds cimport cashing, top_trumps
from rebelote._moves cimport beats, legal_cards, seat_at, suit_mask
from rebelote._table cimport best_card, find, keep, shape_of
from rebelote._types cimport (
    PRUNE_CASHING, PRUNE_NEIGHBOURS, PRUNE_PROBE_LAST, PRUNE_TOP_TRUMPS,
    entry_t, moves_t, rb_high, rb_low, search_t, trick_t,
)

# Weights of the order of moves, found by counting nodes (docs/algorithm.md).
cdef enum:
    FIRST_KILLER = 1 << 30
    SECOND_KILLER = 1 << 29
    MOST_HISTORY = 1 << 28
    LOOKS = 4096
    NB = 1
    STEP = 12


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


cdef inline uint32_t legal_now(const search_t* s, const trick_t* t, int place, uint32_t hand) noexcept nogil:
    """The legal cards of the hand on turn."""
    if place == 0:
        return hand
    return legal_cards(s.game, hand, t.led, t.best, s.game.partners and t.best_place == place - 2)


cdef inline void collect(const search_t* s, uint32_t cards, uint32_t hand, uint32_t live, moves_t* m) noexcept nogil:
    """The cards to try, strongest first, and which of them are neighbours.

    Cards of one hand between which no other live card stands are neighbours: they play
    alike, and only their points differ. Of neighbours with equal points that follow each
    other one is enough.
    """
    cdef uint32_t left = cards
    cdef uint32_t foreign = live & ~hand
    cdef int card, last = -64, run = 0, n = 0
    m.neighbours = 0
    while left:
        card = rb_high(left)
        left ^= <uint32_t>1 << card
        if (last ^ card) & ~7 or foreign & ((<uint32_t>1 << last) - (<uint32_t>1 << card)):
            run += 1
        elif s.game.points[last] == s.game.points[card]:
            last = card
            continue
        else:
            m.neighbours = 1
        m.card[n] = card
        m.run[n] = run
        n += 1
        last = card
    m.n = n


# ---------------------------------------------------------------- the order of moves

cdef inline int weight(const search_t* s, int led, int card) noexcept nogil:
    """A number that orders cards by who takes the trick; 0 for one that cannot."""
    if card >> 3 == s.game.trump:
        return 64 + (card & 7)
    return 32 + (card & 7) if card >> 3 == led else 0


cdef inline int heaviest(const search_t* s, int led, uint32_t hand) noexcept nogil:
    """The weight of the best that a hand still to play can put on a lead of suit `led`."""
    cdef uint32_t cards = hand & suit_mask(led)
    if cards:
        return weight(s, led, rb_high(cards))
    if s.game.trump == 4:
        return 0
    cards = hand & suit_mask(s.game.trump)
    return 64 + (rb_high(cards) & 7) if cards else 0


cdef inline void rate(search_t* s, const trick_t* t, int place, int seat, moves_t* m) noexcept nogil:
    """Scores for the order of search.

    First what cut in this very situation elsewhere in the tree (tricks left, place, seat,
    suit led, place of the best card), then how often a card cut, and how it looks: its
    points count for or against it by whose card is the strongest that can still come.
    """
    cdef int suit = t.led >> 3 if place else 4
    cdef const uint8_t* killer = s.killers[t.tricks - 1][place][seat][suit][t.best_place]
    cdef const uint32_t* history = s.history[suit][seat]
    cdef int wants = s.wants[seat]
    cdef int i, j, card, score, mine, other, heavy, top = 0, held = 0, led = suit, scanned = -1
    cdef bint ours, top_ours = False, held_ours = False
    if place:
        held = weight(s, led, t.best)
        held_ours = s.wants[seat_at(s, t.leader, t.best_place)] == wants
    for i in range(m.n):
        card = m.card[i]
        if place == 0:
            led = card >> 3
        if led != scanned:
            scanned = led
            top = 0
            for j in range(place + 1, s.seats):
                other = seat_at(s, t.leader, j)
                heavy = heaviest(s, led, s.hands[other])
                if heavy > top:
                    top = heavy
                    top_ours = s.wants[other] == wants
        mine = weight(s, led, card)
        if mine > held:
            ours = top_ours if top > mine else True
        else:
            ours = top_ours if top > held else held_ours
        score = LOOKS * (s.game.points[card] + 1)
        if not ours:
            score = LOOKS - score
        score += <int>(history[card] << 2 if history[card] < MOST_HISTORY >> 2 else MOST_HISTORY)
        if card == killer[0]:
            score += FIRST_KILLER
        elif card == killer[1]:
            score += SECOND_KILLER
        m.score[i] = score


cdef inline void next_best(moves_t* m, int i) noexcept nogil:
    """Bring the highest score of those not yet searched to place `i`."""
    cdef int j, top = i
    for j in range(i + 1, m.n):
        if m.score[j] > m.score[top]:
            top = j
    if top != i:
        m.card[i], m.card[top] = m.card[top], m.card[i]
        m.run[i], m.run[top] = m.run[top], m.run[i]
        m.score[i], m.score[top] = m.score[top], m.score[i]
        m.low[i], m.low[top] = m.low[top], m.low[i]
        m.high[i], m.high[top] = m.high[top], m.high[i]
        m.shape[i], m.shape[top] = m.shape[top], m.shape[i]


cdef inline void reward(search_t* s, const trick_t* t, int place, int seat, int card) noexcept nogil:
    """A card that cut: remember it for the same situation elsewhere in the tree."""
    cdef int suit = t.led >> 3 if place else 4
    cdef uint8_t* killer = s.killers[t.tricks - 1][place][seat][suit][t.best_place]
    if killer[0] != card:
        killer[1] = killer[0]
        killer[0] = <uint8_t>card
    s.history[suit][seat][card] += <uint32_t>(t.tricks * t.tricks)


# ---------------------------------------------------------------- the last two tricks

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


# ---------------------------------------------------------------- the search

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
        best_v = choose(
            s, &t, 0, leader, s.hands[leader], live, low, high, best_card(e, live) if e != NULL else -1, &best_c
        )
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
    return choose(s, t, place, seat, cards, live, low, high, -1, &card)


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
    search_t* s, trick_t* t, int place, int seat, uint32_t cards, uint32_t live, int low, int high, int hint, int* found
) noexcept nogil:
    """Search the legal `cards`; returns as the contract says, and the best (or cutting) card.

    The table's card or a killer is tried before the other cards are even listed: nineteen
    cuts of twenty come from the first card.
    """
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int a = low if sign > 0 else -high
    cdef int b = high if sign > 0 else -low
    cdef int best = -0x7FFF, i, v, card, top, first = -1
    cdef bint last = place + 1 == s.seats
    cdef moves_t m
    cdef int upper[9]
    found[0] = -1
    if not last:
        first = hint
        if first < 0:
            first = s.killers[t.tricks - 1][place][seat][t.led >> 3 if place else 4][t.best_place][0]
            if first > 31 or not cards >> first & 1:
                first = -1
    if first >= 0:
        best = play(s, t, place, seat, first, 0, live, sign, a, b, last)
        if s.stopped:
            return 0
        found[0] = first
        if best >= b:
            reward(s, t, place, seat, first)
            return best if sign > 0 else -best
        if best > a:
            a = best
    collect(s, cards, s.hands[seat], live | t.cards, &m)
    if last:
        for i in range(m.n):
            look_behind(s, t, place, live, &m, i)
            v = m.low[i] if sign > 0 else -m.high[i]
            if v >= b and s.prune & PRUNE_PROBE_LAST:
                found[0] = m.card[i]
                return v if sign > 0 else -v
    if m.n > 1:
        rate(s, t, place, seat, &m)
    i = 0
    if first >= 0:
        to_front(s, &m, first)
        upper[0] = best
        i = 1
    while i < m.n:
        next_best(&m, i)
        card = m.card[i]
        if i and m.neighbours and s.prune & PRUNE_NEIGHBOURS:
            top = neighbour_bound(s, &m, i, upper)
            if top <= a:
                upper[i] = top
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
        upper[i] = v
        if v > best:
            best = v
            found[0] = card
            if v > a:
                a = v
                if v >= b:
                    if m.n > 1:
                        reward(s, t, place, seat, card)
                    break
        i += 1
    return best if sign > 0 else -best


cdef inline void to_front(const search_t* s, moves_t* m, int card) noexcept nogil:
    """Move a card (or the equal that stands for it) to the first place."""
    cdef int i, at = 0
    for i in range(m.n):
        if m.card[i] == card:
            at = i
            break
        if m.card[i] > card and (m.card[i] ^ card) < 8:
            at = i  # an equal from above: the lowest listed card that is higher
    m.score[at] = 0x7FFFFFFF
    next_best(m, 0)


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


cdef inline void look_behind(
    search_t* s, const trick_t* t, int place, uint32_t live, moves_t* m, int i
) noexcept nogil:
    """The shape after a last player's card, and what the table proves of its value.

    Proof that a cut on it is right: the bound is one on the value after that card, so the
    player can have at least that much in his own eyes; no other card matters then.
    """
    cdef trick_t after
    cdef int winner, left, lo = -1, hi
    cdef uint32_t then = live ^ (<uint32_t>1 << m.card[i])
    m.shape[i] = shape_of(s, then)
    m.low[i] = -1
    m.high[i] = t.rest + 1
    if t.tricks <= 2:
        return
    after = t[0]
    put_card(s, &after, place, m.card[i])
    winner = seat_at(s, t.leader, after.best_place)
    left = t.rest - after.points
    hi = left + 1
    find(s, m.shape[i], then, winner, left, &lo, &hi)
    if s.counted[winner]:
        m.low[i] = after.points + (lo if lo > 0 else 0)
        m.high[i] = after.points + (hi if hi > 0 else 0)
    else:
        m.low[i] = lo if lo < left else left
        m.high[i] = hi if hi < left else left


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
            if m.run[j] == m.run[i] and NB:
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
        gap = STEP
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
