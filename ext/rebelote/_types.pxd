# The structs that the core works on. Everything here is plain C data.
#
# Core cards are numbered 8 * suit + strength, so that inside a suit a higher bit beats a
# lower one under the strain being played; `game_t` translates from and to the library's
# natural numbering (8 * suit + natural rank).
#
#     bit   31 … 24   23 … 16   15 … 8    7 … 0
#           clubs     diamonds  hearts    spades     in each: strongest … weakest
#
# Values are *chains* (rebelote.values): with R points still to be won they run
# -1 (no trick), 0 … R (points), R + 1 (every trick), always for the counted side.

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "rebelote/_bits.h" nogil:
    int rb_low(uint32_t x) noexcept
    int rb_high(uint32_t x) noexcept
    int rb_count(uint32_t x) noexcept
    void rb_prefetch(const void* p) noexcept
    int rb_excess(
        uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3
    ) noexcept

# When a duty holds: the values of the three-way switches.
cdef enum:
    NEVER = 0
    UNLESS_PARTNER_WINS = 1
    ALWAYS = 2

# Pruning rules, each of which can be switched off (and is in the tests).
cdef enum:
    PRUNE_SHAPE = 1        # a position of the same shape lends its bounds, loosened
    PRUNE_PROBE_LAST = 2   # the last player's results are looked up before any is searched
    PRUNE_NEIGHBOURS = 4   # neighbouring cards of a hand differ by their points at most
    PRUNE_TOP_TRUMPS = 8   # the unbeaten top run of trumps is safe
    PRUNE_CASHING = 16     # the leader draws the trumps and cashes masters
    PRUNE_ALL = 31

# Whose card looks like winning the trick.
cdef enum:
    OUTLOOK_HELD = 0       # the other side's, and it lies there
    OUTLOOK_THEIRS = 1     # the other side's, still to come
    OUTLOOK_ALLY = 2       # an ally's
    OUTLOOK_OWN = 3        # the card's own

# Situations that killers are kept for.
cdef enum:
    KILLER_BITS = 13
    KILLERS = 8192

ctypedef struct game_t:
    int seats              # 2, 3 or 4
    int partners           # 1: seats 0+2 against 1+3
    int trump              # the trump suit 0…3, or 4: there is none (NT and AT)
    int last_trick         # points of the last trick
    int duty[4]            # by suit led: when it must be gone over by those who follow
    int over_led[4]        # by suit led: 1 when the card led is what must be gone over
    int must_trump         # when a void player must trump
    int over_ruff          # when a ruff must be gone over
    int free_if_low        # 1: a void player whose trumps are all too low plays what he likes
    int undertrump         # 1: a lower trump may be put under the partner's ruff
    int kind[4]            # which of the two point tables a suit uses
    uint8_t points[32]     # by core card
    uint8_t to_core[32]    # natural card -> core card
    uint8_t to_natural[32]  # core card -> natural card
    uint16_t sum[2][256]   # by kind and a suit's 8 bits: their points
    # By kind, a suit's 8 bits and a number: the points of that many of them, the cheapest
    # (of all, when there are no more).
    uint16_t least[2][256][9]
    # By kind and a suit's 8 bits: the points of its cards, a byte each, weakest card first.
    uint64_t row[2][256]

# One line of the table, 16 bytes. `tag` is stamp << 2 | leader; stamp 0 is never in use.
ctypedef struct entry_t:
    uint32_t shape         # four canonical suit masks (see canon below)
    uint32_t live          # the cards that were held when the bounds were found
    int16_t low            # the value is at least this …
    int16_t high           # … and at most this
    uint16_t tag
    uint8_t card           # best card: suit << 3 | place in its suit from below; 255 none
    uint8_t unused

ctypedef struct search_t:
    const game_t* game
    uint32_t hands[4]      # what each seat holds now
    int seats              # copy of game.seats
    int prune              # PRUNE_ bits in force
    uint8_t wants[4]       # 1: the seat plays for a high value
    uint8_t counted[4]     # 1: the seat's tricks count for the valued side
    int misere             # 1: those who play for a high value are not the counted side
    uint8_t canon[4][256]  # by suit and mask: the first mask with the same owners in order
    entry_t* table
    int ways               # entries that a position may stand in: a bucket
    uint64_t buckets
    uint32_t stamp         # of this deal; 14 bits
    uint32_t trumps        # all of the trump suit, 0 without one
    # By situation (see _order.pxd): the two cards that cut there last.
    uint8_t killers[KILLERS][2]
    # By place (the last player's is 3), whose the trick looks (OUTLOOK_), and card: how it looks.
    int looks[4][4][32]
    int master[4][4]       # what it adds to the looks that nothing still held beats the card
    int length[4][4]       # … and each card of its suit in the hand
    uint64_t nodes         # positions visited since the search began
    uint64_t budget        # stop when nodes reaches this
    const int* stop        # stop when this is not 0
    int stopped            # 1: the search was cut short; its values mean nothing

# The cards a player may choose from: one of each group of equals.
ctypedef struct moves_t:
    int n
    int neighbours         # 1: some of them are neighbours
    int card[9]
    int run[9]             # cards of one number are neighbours
    int score[9]           # the higher, the earlier it is searched
    int upper[9]           # of those searched: what they are worth at most, to the player
    uint32_t shape[9]      # for the last player: the shape of what follows …
    int low[9]             # … and what the table proves of its value
    int high[9]

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
