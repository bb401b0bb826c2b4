# Bounds on a position at a trick's start, from who holds the masters. Each is proved here or
# in docs/algorithm.md, can be switched off, and is tested against the plain search.

from libc.stdint cimport uint16_t, uint32_t

from rebelote._moves cimport suit_mask
from rebelote._types cimport ALWAYS, UNLESS_PARTNER_WINS, rb_count, rb_high, search_t


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


cdef inline uint32_t run_above(uint32_t ours, uint32_t theirs) noexcept nogil:
    """The cards of `ours` (a suit's byte) that beat all of `theirs`."""
    return ours & ~((<uint32_t>2 << rb_high(theirs)) - 1) if theirs else ours


cdef inline int taken(const search_t* s, int leader, int suit, uint32_t mine, int leads) noexcept nogil:
    """What `leads` winning leads of a suit bring at least: the cards led, and from every
    other hand its cards of the suit, or the cheapest `leads` of them when it has more."""
    cdef int kind = s.game.kind[suit], seat
    cdef int points = s.game.sum[kind][mine]
    for seat in range(s.seats):
        if seat != leader:
            points += s.game.least[kind][s.hands[seat] >> (8 * suit) & 255][leads]
    return points


cdef inline void cashing(
    search_t* s, int leader, uint32_t live, int tricks, int rest, int* lo, int* hi
) noexcept nogil:
    """A bound for the leader's side: he draws the trumps and cashes his masters.

    Proof: docs/algorithm.md. In short: the leader leads his unbeaten trumps until nobody who
    could ruff has any, then his masters. Every such trick is his own, so he leads again.
    An ally who may be forced to ruff must be out of trumps as well; in misère the leader
    would not want to, and the bound is not used.
    """
    cdef int trump = s.game.trump, suit, seat, k, need = 0, longest = 0, count = 0, total = 0, length
    cdef uint32_t own = s.hands[leader], others = live & ~own, mine, foreign, run
    cdef bint forced = s.game.must_trump == ALWAYS or (s.game.must_trump == UNLESS_PARTNER_WINS and not s.game.partners)
    if trump < 4:
        foreign = others >> (8 * trump) & 255
        mine = own >> (8 * trump) & 255
        run = run_above(mine, foreign)
        k = rb_count(run)
        if foreign:
            for seat in range(s.seats):
                if seat != leader:
                    length = rb_count(s.hands[seat] >> (8 * trump) & 255)
                    if length > longest:
                        longest = length
                    if length > need and (forced or s.counted[seat] != s.counted[leader]):
                        need = length
            if k < need:
                return
            if k < longest:
                mine = run
        count = rb_count(mine)
        total = taken(s, leader, trump, mine, count)
    for suit in range(4):
        if suit == trump:
            continue
        mine = own >> (8 * suit) & 255
        if not mine:
            continue
        foreign = others >> (8 * suit) & 255
        run = run_above(mine, foreign)
        if not run:
            continue
        k = rb_count(run)
        if foreign:
            for seat in range(s.seats):
                if seat != leader and rb_count(s.hands[seat] >> (8 * suit) & 255) > k:
                    mine = run
                    break
        k = rb_count(mine)
        total += taken(s, leader, suit, mine, k)
        count += k
    if count == tricks:
        total = rest + 1
    elif not count:
        return
    if s.counted[leader]:
        if total > lo[0]:
            lo[0] = total
    elif rest - total < hi[0]:
        hi[0] = rest - total
