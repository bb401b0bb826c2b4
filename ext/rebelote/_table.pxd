# The transposition table: owned by the caller, one a thread, any number of entries.
#
# A position at a trick's start is looked up by its *shape*: the four suits' masks, each
# replaced by the first mask whose cards have the same owners in the same order. Positions
# of one deal that share shape and leader play alike, trick by trick; only the points of
# corresponding cards differ. docs/algorithm.md proves how far bounds carry over.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from rebelote._types cimport PRUNE_SHAPE, behind_t, entry_t, game_t, rb_count, rb_excess, rb_low, search_t


cdef enum:
    WAYS = 2               # entries that a position may stand in, where the table has as many
    EVERY_TRICK = 0x7FFF   # a bound of rest + 1, whatever the rest
    NO_CARD = 255


cdef inline uint32_t shape_of(const search_t* s, uint32_t live) noexcept nogil:
    return (
        s.canon[0][live & 255]
        | <uint32_t>s.canon[1][live >> 8 & 255] << 8
        | <uint32_t>s.canon[2][live >> 16 & 255] << 16
        | <uint32_t>s.canon[3][live >> 24] << 24
    )


cdef inline entry_t* slot(const search_t* s, uint32_t shape, int leader) noexcept nogil:
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


cdef inline void use_bounds(const search_t* s, const entry_t* e, behind_t* at, int low, int high) noexcept nogil:
    """Tighten the bounds of a position by what an entry of the same shape proves.

    Between the entry's position and this one all tricks are shared: what a chain says at
    its ends is about tricks and carries over as it is. What it says between is about
    points, and is loosened by the points that corresponding cards may lose (docs/algorithm.md).
    Only what says something of the window low … high is worth the trouble.
    """
    cdef int lo = e.low, hi = e.high
    cdef bint same = e.live == at.live
    if lo > low and lo > at.low:
        if lo == EVERY_TRICK:
            lo = at.rest + 1
        elif not same and lo > 0:
            lo -= lost_points(s.game, e.live, at.live)
            if lo < 0:
                lo = 0
        if lo > at.low:
            at.low = lo
    if hi < high and hi < at.high:
        if hi >= 0 and not same:
            hi += lost_points(s.game, at.live, e.live)
            if hi > at.rest:
                hi = at.rest
        if hi < at.high:
            at.high = hi


cdef inline void look_up(const search_t* s, behind_t* at, int low, int high) noexcept nogil:
    """What the table knows of a position at a trick's start that matters to a window."""
    cdef entry_t* e
    cdef uint16_t tag = <uint16_t>(s.stamp << 2 | <uint32_t>at.leader)
    cdef bint same
    at.low = -1
    at.high = at.rest + 1
    at.hint = NO_CARD
    at.shape = shape_of(s, at.live)
    e = slot(s, at.shape, at.leader)
    for _ in range(s.ways):
        if e.shape == at.shape and e.tag == tag:
            same = e.live == at.live
            if same or s.prune & PRUNE_SHAPE:
                use_bounds(s, e, at, low, high)
                if same or at.hint == NO_CARD:
                    at.hint = e.card
                if same:
                    return
        e += 1


cdef inline void keep(const search_t* s, const behind_t* at, int low, int high, int card) noexcept nogil:
    """Store proven bounds and the best card (-1: none known)."""
    cdef entry_t* e = slot(s, at.shape, at.leader)
    cdef int i = 0, least = -1, most = EVERY_TRICK
    cdef uint16_t tag = <uint16_t>(s.stamp << 2 | <uint32_t>at.leader)
    # The newest stands first; of the others the oldest gives way.
    while i < s.ways and not (e[i].live == at.live and e[i].shape == at.shape and e[i].tag == tag):
        i += 1
    if i == s.ways:
        i -= 1
    else:
        # What was known of this very position stays known.
        least = e[i].low
        most = e[i].high
    while i:
        e[i] = e[i - 1]
        i -= 1
    if low > at.rest:
        low = EVERY_TRICK
    if high > at.rest:
        high = EVERY_TRICK
    e.shape = at.shape
    e.live = at.live
    e.tag = tag
    e.low = <int16_t>(low if low > least else least)
    e.high = <int16_t>(high if high < most else most)
    if card < 0:
        e.card = NO_CARD
    else:
        e.card = <uint8_t>(
            (card & 24) | rb_count(at.live >> (card & 24) & 255 & ((<uint32_t>1 << (card & 7)) - 1))
        )


cdef inline int card_at(uint32_t live, int place) noexcept nogil:
    """The card at an entry's place: suit << 3 | lower live cards of the suit; -1 for none."""
    cdef uint32_t cards
    if place == NO_CARD:
        return -1
    cards = live & <uint32_t>255 << (place & 24)
    place &= 7
    while place:
        cards &= cards - 1
        place -= 1
    return rb_low(cards)
