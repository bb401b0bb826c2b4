# The transposition table: owned by the caller, one a thread, any number of entries.
#
# A position at a trick's start is looked up by its *shape*: the four suits' masks, each
# replaced by the first mask whose cards have the same owners in the same order. Positions
# of one deal that share shape and leader play alike, trick by trick; only the points of
# corresponding cards differ. docs/algorithm.md proves how far bounds carry over.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from rebelote._types cimport PRUNE_SHAPE, entry_t, game_t, rb_count, rb_excess, search_t


cdef enum:
    WAYS = 2               # entries that a position may stand in, where the table has as many
    EVERY_TRICK = 0x7FFF   # a bound of rest + 1, whatever the rest


cdef inline uint32_t shape_of(search_t* s, uint32_t live) noexcept nogil:
    return (
        s.canon[0][live & 255]
        | <uint32_t>s.canon[1][live >> 8 & 255] << 8
        | <uint32_t>s.canon[2][live >> 16 & 255] << 16
        | <uint32_t>s.canon[3][live >> 24] << 24
    )


cdef inline entry_t* slot(search_t* s, uint32_t shape, int leader) noexcept nogil:
    cdef uint64_t mixed = (<uint64_t>shape << 2 | <uint64_t>leader) * <uint64_t>0x9E3779B97F4A7C15
    return s.table + ((mixed >> 32) * s.buckets >> 32) * s.ways


cdef inline int lost_points(const game_t* game, uint32_t one, uint32_t two) noexcept nogil:
    """Sum over corresponding cards of max(0, points in `one` - points in `two`)."""
    return rb_excess(
        game.row[game.kind[0]][one & 255],
        game.row[game.kind[1]][one >> 8 & 255],
        game.row[game.kind[2]][one >> 16 & 255],
        game.row[game.kind[3]][one >> 24],
        game.row[game.kind[0]][two & 255],
        game.row[game.kind[1]][two >> 8 & 255],
        game.row[game.kind[2]][two >> 16 & 255],
        game.row[game.kind[3]][two >> 24],
    )


cdef inline void use_bounds(
    search_t* s, const entry_t* e, uint32_t live, int rest, int* low, int* high
) noexcept nogil:
    """Raise `low` and lower `high` by what an entry of the same shape proves.

    Between the entry's position and this one all tricks are shared: what a chain says at
    its ends is about tricks and carries over as it is. What it says between is about
    points, and is loosened by the points that corresponding cards may lose (docs/algorithm.md).
    """
    cdef int lo = e.low, hi = e.high, slack
    cdef bint same = e.live == live
    if lo == EVERY_TRICK:
        low[0] = rest + 1
    elif lo > low[0]:
        if not same and lo > 0:
            slack = lost_points(s.game, e.live, live)
            lo = lo - slack if slack < lo else 0
        if lo > low[0]:
            low[0] = lo
    if hi < 0:
        high[0] = -1
    elif hi < high[0]:
        if not same:
            slack = lost_points(s.game, live, e.live)
            hi = hi + slack if hi + slack < rest else rest
        if hi < high[0]:
            high[0] = hi


cdef inline entry_t* find(
    search_t* s, uint32_t shape, uint32_t live, int leader, int rest, int* low, int* high
) noexcept nogil:
    """The entry of this shape, if any; tightens `low` and `high` by what it proves.

    `rest` is the number of points still to be won here. Bounds that would not lie between
    `low` and `high` as they come in are not looked for.
    """
    cdef entry_t* e = slot(s, shape, leader)
    cdef entry_t* found = NULL
    cdef uint16_t tag = <uint16_t>(s.stamp << 2 | <uint32_t>leader)
    for _ in range(s.ways):
        if e.shape == shape and e.tag == tag and (e.live == live or s.prune & PRUNE_SHAPE):
            use_bounds(s, e, live, rest, low, high)
            if found == NULL or e.live == live:
                found = e
            if e.live == live:
                break
        e += 1
    return found


cdef inline void keep(
    search_t* s, uint32_t shape, uint32_t live, int leader, int rest, int low, int high, int card
) noexcept nogil:
    """Store proven bounds and the best card (-1: none known)."""
    cdef entry_t* e = slot(s, shape, leader)
    cdef uint32_t suit
    cdef uint16_t tag = <uint16_t>(s.stamp << 2 | <uint32_t>leader)
    cdef int i = 0
    while i < s.ways - 1 and not (e[i].shape == shape and e[i].live == live and e[i].tag == tag):
        i += 1
    while i:
        e[i] = e[i - 1]
        i -= 1
    e.shape = shape
    e.live = live
    e.tag = tag
    e.low = <int16_t>(EVERY_TRICK if low > rest else low)
    e.high = <int16_t>(EVERY_TRICK if high > rest else high)
    if card < 0:
        e.card = 255
    else:
        suit = live >> (card & 24) & 255
        e.card = <uint8_t>((card & 24) | rb_count(suit & ((<uint32_t>1 << (card & 7)) - 1)))


cdef inline int best_card(const entry_t* e, uint32_t live) noexcept nogil:
    """The entry's best card, found again by its place in the suit; -1 when it has none."""
    cdef int suit, place
    cdef uint32_t cards
    if e.card == 255:
        return -1
    suit = e.card >> 3
    place = e.card & 7
    cards = live >> (8 * suit) & 255
    while place:
        cards &= cards - 1
        place -= 1
    return 8 * suit + rb_count((cards & (~cards + 1)) - 1)
