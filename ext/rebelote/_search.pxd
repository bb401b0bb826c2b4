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
from rebelote._table cimport card_at, keep, look_up
from rebelote._types cimport (
    PRUNE_CASHING, PRUNE_NEIGHBOURS, PRUNE_PROBE_LAST, PRUNE_TOP_TRUMPS,
    behind_t, moves_t, rb_high, rb_low, search_t, trick_t,
)

# Weights of the order of moves, found by counting nodes (docs/algorithm.md).
cdef enum:
    FIRST_KILLER = 1 << 30
    SECOND_KILLER = 1 << 29
    MOST_HISTORY = 1 << 28
    LOOKS = 4096
    SEARCHED = -0x7FFFFFFF
    FIRST_STEP = 12         # how far below the last bound the next window of a root card reaches


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


cdef inline uint8_t* killers_of(search_t* s, const trick_t* t, int place, int seat) noexcept nogil:
    """The two cards that cut last in this situation."""
    return s.killers[t.tricks - 1][place][seat][t.led >> 3 if place else 4][t.best_place]


cdef inline void rate(
    search_t* s, const trick_t* t, int place, int seat, const uint8_t* killer, moves_t* m
) noexcept nogil:
    """Scores for the order of search.

    First what cut in this very situation elsewhere in the tree (tricks left, place, seat,
    suit led, place of the best card), then how often a card cut, and how it looks: its
    points count for or against it by whose card is the strongest that can still come.
    """
    cdef int suit = t.led >> 3 if place else 4
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


cdef inline int next_best(const moves_t* m) noexcept nogil:
    """The move with the highest score of those not yet searched."""
    cdef int i, top = 0
    for i in range(1, m.n):
        if m.score[i] > m.score[top]:
            top = i
    return top


cdef inline void reward(search_t* s, const trick_t* t, int place, int seat, uint8_t* killer, int card) noexcept nogil:
    """A card that cut: remember it for the same situation elsewhere in the tree."""
    if killer[0] != card:
        killer[1] = killer[0]
        killer[0] = <uint8_t>card
    s.history[t.led >> 3 if place else 4][seat][card] += <uint32_t>(t.tricks * t.tricks)


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
    search_t* s, int leader, uint32_t live, int tricks, int rest, int low, int high
) noexcept nogil:
    """The value of a position at a trick's start."""
    cdef behind_t at
    if tricks == 1:
        s.nodes += 1
        return last_trick(s, leader, rest)
    at.live = live
    at.leader = leader
    at.rest = rest
    look_up(s, &at, low, high)
    return lead_known(s, &at, tricks, low, high)


cdef inline int lead_known(search_t* s, const behind_t* at, int tricks, int low, int high) noexcept nogil:
    """lead() for more than one trick, after look_up()."""
    cdef trick_t t
    cdef int best_v, best_c = -1, lo = at.low, hi = at.high, rest = at.rest, leader = at.leader
    s.nodes += 1
    if s.nodes >= s.budget or s.stop[0]:
        s.stopped = 1
        return 0
    if lo >= high or lo == hi:
        return lo
    if hi <= low:
        return hi
    if s.prune & PRUNE_TOP_TRUMPS:
        top_trumps(s, at.live, rest, &lo, &hi)
    if s.prune & PRUNE_CASHING and not s.misere:
        cashing(s, leader, at.live, tricks, rest, &lo, &hi)
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
        best_v = choose(s, &t, 0, leader, s.hands[leader], at.live, low, high, card_at(at.live, at.hint), &best_c)
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
    keep(s, at, lo, hi, best_c)
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
        v = complete(s, t, live, low, high)
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
    cdef int best = -0x7FFF, i, v, first = hint
    cdef bint last = place + 1 == s.seats
    cdef uint8_t* killer = killers_of(s, t, place, seat)
    cdef moves_t m
    found[0] = -1
    if not last:
        if first < 0 and killer[0] < 32 and cards >> killer[0] & 1:
            first = killer[0]
        if first >= 0:
            best = play(s, t, place, seat, first, live, sign, a, b)
            if s.stopped:
                return 0
            found[0] = first
            if best >= b:
                reward(s, t, place, seat, killer, first)
                return best * sign
            if best > a:
                a = best
    collect(s, cards, s.hands[seat], live | t.cards, &m)
    if last:
        for i in range(m.n):
            look_behind(s, t, place, live, &m.behind[i], m.card[i], low, high)
            v = gained(s, &m.behind[i], m.behind[i].low if sign > 0 else m.behind[i].high) * sign
            if v >= b and s.prune & PRUNE_PROBE_LAST:
                found[0] = m.card[i]
                return v * sign
    elif first >= 0:
        if m.n == 1:
            return best * sign
        rate(s, t, place, seat, killer, &m)
        i = listed(&m, first)
        m.score[i] = SEARCHED
        m.upper[i] = best
        return rest_of_moves(s, t, place, seat, live, &m, m.n - 1, sign, a, b, best, last, killer, found) * sign
    if m.n > 1:
        rate(s, t, place, seat, killer, &m)
    return rest_of_moves(s, t, place, seat, live, &m, m.n, sign, a, b, best, last, killer, found) * sign


cdef inline int rest_of_moves(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, moves_t* m, int left,
    int sign, int a, int b, int best, bint last, uint8_t* killer, int* found
) noexcept nogil:
    """The best of `best` and the `left` moves not yet searched, to the player's eyes."""
    cdef int i, v, top
    while left:
        left -= 1
        i = next_best(m)
        m.score[i] = SEARCHED
        if m.neighbours and s.prune & PRUNE_NEIGHBOURS:
            top = neighbour_bound(s, m, i)
            if top <= a:
                m.upper[i] = top
                if top > best:
                    best = top
                continue
        v = try_move(s, t, place, seat, m, i, live, sign, a, b if found[0] < 0 else a + 1, last, found[0] >= 0)
        if v > a and v < b and found[0] >= 0 and b > a + 1 and not s.stopped:
            v = try_move(s, t, place, seat, m, i, live, sign, v - 1, b, last, True)
        if s.stopped:
            return 0
        m.upper[i] = v
        if v > best or found[0] < 0:
            best = v
            found[0] = m.card[i]
            if v > a:
                a = v
                if v >= b:
                    if m.n > 1:
                        reward(s, t, place, seat, killer, m.card[i])
                    break
    return best


cdef inline int try_move(
    search_t* s, const trick_t* t, int place, int seat, moves_t* m, int i, uint32_t live,
    int sign, int a, int b, bint last, bint again
) noexcept nogil:
    """The value after a move, in the eyes of the one who makes it."""
    cdef uint32_t bit
    cdef int v, low = a if sign > 0 else -b, high = b if sign > 0 else -a
    if not last or t.tricks == 1:
        return play(s, t, place, seat, m.card[i], live, sign, a, b)
    bit = <uint32_t>1 << m.card[i]
    s.hands[seat] ^= bit
    if t.tricks > 2 and again:
        look_again(s, &m.behind[i], low, high)  # the moves searched before may have taught it more
    v = go_on(s, &m.behind[i], t.tricks, low, high)
    s.hands[seat] ^= bit
    return v * sign


cdef inline int listed(const moves_t* m, int card) noexcept nogil:
    """Where a card stands among the moves, or the equal from above that stands for it."""
    cdef int i, at = 0
    for i in range(m.n):
        if m.card[i] == card:
            return i
        if m.card[i] > card and (m.card[i] ^ card) < 8:
            at = i
    return at


cdef inline int neighbour_bound(const search_t* s, const moves_t* m, int i) noexcept nogil:
    """What a card can be worth at most, from the neighbours searched before it.

    Proof (docs/algorithm.md): exchanging two neighbours turns one play of the deal into
    another with the same winners; only where the two cards' points go differs.
    """
    cdef int j, gap, top = 0x7FFF
    for j in range(m.n):
        if m.run[j] == m.run[i] and m.score[j] == SEARCHED and j != i:
            gap = s.game.points[m.card[j]] - s.game.points[m.card[i]]
            if gap < 0:
                gap = -gap
            if m.upper[j] + gap < top:
                top = m.upper[j] + gap
    return top


cdef inline int play(
    search_t* s, const trick_t* t, int place, int seat, int card, uint32_t live, int sign, int a, int b
) noexcept nogil:
    """The value after a card, in the eyes of the one who plays it (sign -1: negated)."""
    cdef trick_t after = t[0]
    cdef uint32_t bit = <uint32_t>1 << card
    cdef int v
    put_card(s, &after, place, card)
    s.hands[seat] ^= bit
    if place + 1 == s.seats:
        v = complete(s, &after, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a)
    else:
        v = follow(s, &after, place + 1, live ^ bit, a if sign > 0 else -b, b if sign > 0 else -a)
    s.hands[seat] ^= bit
    return v * sign


# ---------------------------------------------------------------- from one trick to the next

cdef inline void look_behind(
    const search_t* s, const trick_t* t, int place, uint32_t live, behind_t* at, int card, int low, int high
) noexcept nogil:
    """What follows a last player's card, and what the table proves of its value.

    Proof that a cut on it is right: the bound is one on the value after that card, so the
    player can have at least that much in his own eyes; no other card matters then.
    """
    cdef trick_t after = t[0]
    put_card(s, &after, place, card)
    at.live = live ^ (<uint32_t>1 << card)
    look_on(s, &after, at, low, high)


cdef inline void look_on(const search_t* s, const trick_t* t, behind_t* at, int low, int high) noexcept nogil:
    """What follows a full trick; `at.live` is given, the window is the trick's."""
    at.leader = seat_at(s, t.leader, t.best_place)
    at.points = t.points
    at.rest = t.rest - t.points
    if t.tricks > 2:
        look_again(s, at, low, high)
    else:
        at.low = -1
        at.high = at.rest + 1


cdef inline void look_again(const search_t* s, behind_t* at, int low, int high) noexcept nogil:
    """look_up() with the window of the trick before."""
    if s.counted[at.leader]:
        look_up(s, at, low - at.points if low > at.points else 0, high - at.points)
    else:
        look_up(s, at, low, high if high < at.rest else at.rest)


cdef inline int gained(const search_t* s, const behind_t* at, int v) noexcept nogil:
    """The chain from the trick's start, where `v` is the chain from behind it.

    With p points in the trick and r left, a side that wins it gets p + max(v, 0) from v,
    and every trick when v is r + 1; a side that loses it gets min(v, r).
    """
    if s.counted[at.leader]:
        return at.points + v if v > 0 else at.points
    return v if v < at.rest else at.rest


cdef inline int go_on(search_t* s, const behind_t* at, int tricks, int low, int high) noexcept nogil:
    """The chain from the start of a trick that is complete, `tricks` left with it."""
    if s.counted[at.leader]:
        if high <= at.points:
            return at.points
        low = low - at.points if low > at.points else 0
        high -= at.points
    else:
        if low >= at.rest:
            return at.rest
        if high > at.rest:
            high = at.rest
    if tricks == 2:
        s.nodes += 1
        return gained(s, at, last_trick(s, at.leader, at.rest))
    return gained(s, at, lead_known(s, at, tricks - 1, low, high))


cdef inline int complete(search_t* s, const trick_t* t, uint32_t live, int low, int high) noexcept nogil:
    """The trick is full: who wins it, and the value of what is left."""
    cdef behind_t at
    at.live = live
    if t.tricks == 1:
        return t.rest + 1 if s.counted[seat_at(s, t.leader, t.best_place)] else -1
    look_on(s, t, &at, low, high)
    return go_on(s, &at, t.tricks, low, high)


# ---------------------------------------------------------------- the root

cdef inline void root_moves(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, moves_t* m
) noexcept nogil:
    """The moves of a root."""
    cdef uint32_t hand = s.hands[seat]
    collect(s, legal_now(s, t, place, hand), hand, live | t.cards, m)


cdef inline void root_values(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, const moves_t* m, int value, int* chains
) noexcept nogil:
    """The exact chain after each of the moves, where `value` is the position's.

    No card is worth more to its player than the position; neighbours tell within what
    distance of each other they are; and below that the window is opened step by step.
    """
    cdef int sign = 1 if s.wants[seat] else -1
    cdef int i, j, v, top = value * sign, low, high, gap
    cdef int floor = -2 if sign > 0 else -t.rest - 2
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
            v = play(s, t, place, seat, m.card[i], live, sign, high - 1, high)
        gap = FIRST_STEP
        while v < high and v > low + 1 and not s.stopped:
            j = v
            if low >= j - gap:
                v = play(s, t, place, seat, m.card[i], live, sign, low, j + 1)
                break
            v = play(s, t, place, seat, m.card[i], live, sign, j - gap, j + 1)
            if v > j - gap:
                break
            gap *= 2
        if s.stopped:
            return
        chains[i] = (v if v < high else high) * sign
