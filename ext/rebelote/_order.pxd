# Which cards to try, and in which order. A good order is most of the speed; a bad one is never
# wrong. docs/algorithm.md has the gains.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from rebelote._moves cimport above, seat_at, suit_mask
from rebelote._types cimport (
    KILLER_BITS, OUTLOOK_ALLY, OUTLOOK_HELD, OUTLOOK_OWN, OUTLOOK_THEIRS,
    moves_t, rb_count, rb_high, search_t, trick_t,
)

# Above every look.
cdef enum:
    FIRST_KILLER = 1 << 30
    SECOND_KILLER = 1 << 29


cdef inline uint8_t* situation(
    search_t* s, const trick_t* t, int place, uint32_t cards, uint32_t live
) noexcept nogil:
    """Where the cards that cut are remembered: by the cards to choose from, the place in the
    trick, and the best card so far or, for the leader, how many trumps the others hold.

    Situations may share a line; a card that is not among `cards` is no use then.
    """
    cdef uint32_t sight = t.best + 1 if place else rb_count(live & s.trumps & ~cards)
    cdef uint64_t mixed = (<uint64_t>cards << 8 | <uint32_t>place << 6 | sight) * <uint64_t>0x9E3779B97F4A7C15
    return s.killers[mixed >> (64 - KILLER_BITS)]


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


cdef inline int score_of(
    const search_t* s, int row, int outlook, int card, uint32_t hand, uint32_t foreign, const uint8_t* killer
) noexcept nogil:
    """A card's score by the looks of its `row` and outlook."""
    cdef int score = s.looks[row][outlook][card] + s.length[row][outlook] * rb_count(hand & suit_mask(card >> 3))
    if not foreign & above(card):
        score += s.master[row][outlook]
    if card == killer[0]:
        score += FIRST_KILLER
    elif card == killer[1]:
        score += SECOND_KILLER
    return score


cdef inline void rate(
    search_t* s, const trick_t* t, int place, int seat, uint32_t live, const uint8_t* killer, moves_t* m
) noexcept nogil:
    """Scores for the order of search, for all but the last player.

    First what cut in this situation elsewhere in the tree, then how a card looks, by whose
    card is the strongest that can still come.
    """
    cdef int wants = s.wants[seat]
    cdef uint32_t foreign = (live | t.cards) & ~s.hands[seat]
    cdef int i, j, card, mine, other, heavy, top = 0, held = 0, led = t.led >> 3 if place else 4, scanned = -1
    cdef int outlook, top_outlook = OUTLOOK_THEIRS, held_outlook = OUTLOOK_HELD
    if place:
        held = weight(s, led, t.best)
        if s.wants[seat_at(s, t.leader, t.best_place)] == wants:
            held_outlook = OUTLOOK_ALLY
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
                    top_outlook = OUTLOOK_ALLY if s.wants[other] == wants else OUTLOOK_THEIRS
        mine = weight(s, led, card)
        if mine > held:
            outlook = top_outlook if top > mine else OUTLOOK_OWN
        else:
            outlook = top_outlook if top > held else held_outlook
        m.score[i] = score_of(s, place, outlook, card, s.hands[seat], foreign, killer)


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


cdef inline void reward(uint8_t* killer, int card) noexcept nogil:
    """A card that cut: remember it for the same situation elsewhere in the tree."""
    if killer[0] != card:
        killer[1] = killer[0]
        killer[0] = <uint8_t>card


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
