# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The one door to the compiled search. Knows no Python objects of rebelote: masks and numbers.

Cards come and go in the natural numbering (8 * suit + rank, 7 8 9 T J Q K A). Values are
chains (see rebelote.values): -1 no trick, 0 … rest points, rest + 1 every trick.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from rebelote._moves cimport begin_trick, legal_now, put_card
from rebelote._search cimport follow, lead, play, root_moves, root_values
from rebelote._table cimport WAYS, shape_of
from rebelote._types cimport PRUNE_ALL, entry_t, game_t, moves_t, rb_count, rb_high, rb_low, search_t, trick_t

cdef enum:
    CACHE_LINE = 64

ENTRY_BYTES = sizeof(entry_t)
EVERY_PRUNING = PRUNE_ALL


cdef class Stop:
    """A flag that ends a running search; set it from any thread or a signal handler."""

    cdef int flag

    def set(self):
        """Make the search that holds this flag stop soon."""
        self.flag = 1

    def clear(self):
        self.flag = 0

    def is_set(self):
        return self.flag != 0


cdef class Game:
    """The rules of one game and strain, packed.

    ``points`` and ``strengths`` are given by natural card; ``strengths`` 0…7 within the
    suit. ``switches`` holds the fields of ``game_t`` that are switches.
    """

    cdef game_t game

    def __init__(self, int seats, bint partners, int trump, int last_trick, dict switches, points, strengths):
        cdef int card, core, suit, kind
        cdef game_t* g = &self.game
        memset(g, 0, sizeof(game_t))
        g.seats = seats
        g.partners = partners
        g.trump = trump
        g.last_trick = last_trick
        g.must_trump = switches["must_trump"]
        g.over_ruff = switches["over_ruff"]
        g.free_if_low = switches["free_if_low"]
        g.undertrump = switches["undertrump"]
        for suit in range(4):
            g.duty[suit] = switches["duty"][suit]
            g.over_led[suit] = switches["over_led"][suit]
            g.kind[suit] = suit == trump
        for card in range(32):
            core = (card & 24) | <int>strengths[card]
            g.to_core[card] = <uint8_t>core
            g.to_natural[core] = <uint8_t>card
            g.points[core] = <uint8_t>points[card]
        for kind in range(2):
            suit = trump if kind else (1 if trump == 0 else 0)
            if suit < 4:
                self.fill(kind, g.points + 8 * suit)

    cdef void fill(self, int kind, const uint8_t* points) noexcept:
        """The sums and the differences of all masks of a suit with these points."""
        cdef int one, a, b, total
        for one in range(256):
            total = 0
            for a in range(8):
                if one >> a & 1:
                    total += points[a]
            self.game.sum[kind][one] = <uint16_t>total
            # The cheapest n of a set: those of the set without its dearest card.
            b = -1
            for a in range(8):
                if one >> a & 1 and (b < 0 or points[a] > points[b]):
                    b = a
            for a in range(9):
                if a >= rb_count(one):
                    self.game.least[kind][one][a] = <uint16_t>total
                else:
                    self.game.least[kind][one][a] = self.game.least[kind][one ^ (1 << b)][a]
            self.game.row[kind][one] = 0
            b = 0
            for a in range(8):
                if one >> a & 1:
                    self.game.row[kind][one] |= <uint64_t>points[a] << 8 * b
                    b += 1


cdef class Core:
    """One search with its table; used by one thread at a time.

    ``load`` a deal, ``place`` a position of it, then ask for values.
    """

    cdef search_t s
    cdef void* memory
    cdef trick_t trick
    cdef uint32_t live
    cdef int no_stop
    cdef Game game_ref
    cdef Stop stop_ref
    cdef readonly Py_ssize_t entries
    cdef readonly object settled

    cdef int weights[4][4][6]

    def __cinit__(self, Py_ssize_t entries, weights):
        """``weights``: by place and outlook the six numbers of rebelote.ordering."""
        cdef int place, outlook, i
        if entries < 1:
            raise ValueError(f"a table has at least one entry, not {entries}")
        memset(&self.s, 0, sizeof(search_t))
        # A bucket should not lie across two lines of the processor's cache.
        self.memory = calloc(entries * sizeof(entry_t) + CACHE_LINE, 1)
        if self.memory == NULL:
            raise MemoryError()
        self.s.table = <entry_t*>((<uintptr_t>self.memory + CACHE_LINE - 1) & ~<uintptr_t>(CACHE_LINE - 1))
        self.s.ways = WAYS if entries > WAYS else entries
        self.s.buckets = entries // self.s.ways
        self.entries = entries
        for place in range(4):
            for outlook in range(4):
                for i in range(6):
                    self.weights[place][outlook][i] = weights[place][outlook][i]
        self.no_stop = 0
        self.s.stop = &self.no_stop

    def __dealloc__(self):
        free(self.memory)

    def load(self, Game game, hands, int side, bint misere, int prune=PRUNE_ALL):
        """Start a deal: ``hands`` natural masks a seat, ``side`` a mask of counted seats.

        Everything the table knows is forgotten (by a new stamp), and the search behaves as
        if it had never run. All later positions must be reachable from these hands.
        """
        cdef int seat
        self.game_ref = game
        self.s.game = &game.game
        self.s.seats = game.game.seats
        self.s.misere = misere
        self.s.prune = prune
        self.s.stamp += 1
        if self.s.stamp >= 1 << 14:
            memset(self.s.table, 0, self.entries * sizeof(entry_t))
            self.s.stamp = 1
        memset(self.s.killers, 255, sizeof(self.s.killers))
        self.s.trumps = <uint32_t>0xFF << (8 * game.game.trump) if game.game.trump < 4 else 0
        for seat in range(self.s.seats):
            self.s.hands[seat] = self.core_mask(hands[seat])
            self.s.counted[seat] = side >> seat & 1
            self.s.wants[seat] = self.s.counted[seat] != misere
        self.fill_canon()
        self.fill_looks()

    cdef uint32_t core_mask(self, uint32_t natural) noexcept:
        cdef uint32_t out = 0
        while natural:
            out |= <uint32_t>1 << self.s.game.to_core[rb_low(natural)]
            natural &= natural - 1
        return out

    cdef void fill_looks(self) noexcept:
        """How every card of the deal looks, by the weights."""
        cdef int place, outlook, card
        cdef int* w
        for place in range(4):
            for outlook in range(4):
                w = self.weights[place][outlook]
                for card in range(32):
                    self.s.looks[place][outlook][card] = (
                        w[0] + w[1] * self.s.game.points[card] + w[2] * (card & 7)
                        + (w[3] if card >> 3 == self.s.game.trump else 0)
                    )
                self.s.master[place][outlook] = w[4]
                self.s.length[place][outlook] = w[5]

    cdef void fill_canon(self) noexcept:
        """For every set of a suit's cards the first set with the same owners in order.

        The first set is found greedily from below: each card is pushed down to the lowest
        place behind its predecessor that has the same owner. That depends on nothing but
        the sequence of owners.
        """
        cdef int suit, seat, place, top, least
        cdef uint32_t cards, mask, before
        cdef uint8_t owner[8]
        cdef uint8_t next_of[9][4]
        for suit in range(4):
            cards = 0
            for seat in range(self.s.seats):
                mask = self.s.hands[seat] >> (8 * suit) & 255
                cards |= mask
                while mask:
                    owner[rb_low(mask)] = <uint8_t>seat
                    mask &= mask - 1
            for seat in range(4):
                next_of[8][seat] = 8
            for place in range(7, -1, -1):
                for seat in range(4):
                    next_of[place][seat] = next_of[place + 1][seat]
                if cards >> place & 1:
                    next_of[place][owner[place]] = <uint8_t>place
            self.s.canon[suit][0] = 0
            mask = (0 - cards) & cards
            while mask:
                top = rb_high(mask)
                before = self.s.canon[suit][mask ^ (<uint32_t>1 << top)]
                least = rb_high(before) + 1 if before else 0
                self.s.canon[suit][mask] = <uint8_t>(before | <uint32_t>1 << next_of[least][owner[top]])
                mask = (mask - cards) & cards

    def place(self, hands, int leader, trick, Stop stop=None, uint64_t budget=0):
        """A position of the loaded deal; resets the node count. Budget 0: none."""
        cdef int seat, i, card
        cdef uint32_t live = 0
        cdef int rest = self.s.game.last_trick
        for seat in range(self.s.seats):
            self.s.hands[seat] = self.core_mask(hands[seat])
            live |= self.s.hands[seat]
        self.live = live
        for card in range(32):
            if live >> card & 1:
                rest += self.s.game.points[card]
        for i in range(len(trick)):
            rest += self.s.game.points[self.s.game.to_core[<int>trick[i]]]
        begin_trick(&self.trick, leader, rb_count(self.s.hands[leader]) + (1 if len(trick) else 0), rest)
        for i in range(len(trick)):
            put_card(&self.s, &self.trick, i, self.s.game.to_core[<int>trick[i]])
        self.s.nodes = 0
        self.s.stopped = 0
        self.s.budget = budget if budget else <uint64_t>-1
        self.stop_ref = stop
        self.s.stop = &stop.flag if stop is not None else &self.no_stop

    @property
    def nodes(self):
        """Positions visited since ``place``."""
        return self.s.nodes

    @property
    def rest(self):
        """Points at stake from the current trick's start on."""
        return self.trick.rest

    cdef int turn(self) noexcept nogil:
        cdef int seat = self.trick.leader + rb_count(self.trick.cards)
        return seat - self.s.seats if seat >= self.s.seats else seat

    cdef int root(self, int low, int high) noexcept nogil:
        cdef int count = rb_count(self.trick.cards)
        cdef trick_t table = self.trick
        if count == 0:
            return lead(
                &self.s, self.trick.leader, self.live, self.trick.tricks, self.trick.rest, low, high,
                shape_of(&self.s, self.live),
            )
        return follow(&self.s, &table, count, self.live, low, high)

    def search(self, int low, int high):
        """The value within a window, as _search.pxd's contract says; None when stopped."""
        cdef int v
        with nogil:
            v = self.root(low, high)
        return None if self.s.stopped else v

    def values(self, uint32_t only=0):
        """``[(natural card, chain, equals)]`` for one card of each group of equals.

        ``equals`` are the natural cards that play exactly alike. ``only``, when not 0, is a
        natural mask: groups without a card of it are left out, and ``settled`` is the best of the
        others. When the search was stopped the list is empty; ``settled`` is then the position's
        value if it was found.
        """
        cdef moves_t m
        cdef int place = rb_count(self.trick.cards), seat = self.turn(), i, value
        cdef int chains[9]
        cdef uint32_t told = 0, equal, wanted
        out = []
        self.settled = None
        root_moves(&self.s, &self.trick, place, seat, self.live, &m)
        if only:
            wanted = self.core_mask(only)
            self.keep(&m, seat, wanted)
        with nogil:
            value = self.best_of(&m, place, seat) if only else self.root(-2, self.trick.rest + 2)
        if self.s.stopped:
            return out
        self.settled = value
        with nogil:
            root_values(&self.s, &self.trick, place, seat, self.live, &m, value, chains)
        if self.s.stopped:
            return out
        for i in range(m.n):
            if told >> m.card[i] & 1:
                continue
            equal = self.equals(seat, m.card[i])
            told |= equal
            out.append((self.s.game.to_natural[m.card[i]], chains[i], self.natural_cards(equal)))
        return out

    cdef void keep(self, moves_t* m, int seat, uint32_t wanted) noexcept nogil:
        """Drop the moves whose groups of equals have none of the wanted cards."""
        cdef int i, n = 0
        for i in range(m.n):
            if wanted & (self.equals(seat, m.card[i]) | <uint32_t>1 << m.card[i]):
                m.card[n] = m.card[i]
                m.run[n] = m.run[i]
                m.shape[n] = m.shape[i]
                n += 1
        m.n = n

    cdef int best_of(self, moves_t* m, int place, int seat) noexcept nogil:
        """The value of the best of the moves alone."""
        cdef int sign = 1 if self.s.wants[seat] else -1
        cdef int ceiling = self.trick.rest + 2 if sign > 0 else 2
        cdef int best = -2 if sign > 0 else -self.trick.rest - 2
        cdef int i, v
        for i in range(m.n):
            v = play(
                &self.s, &self.trick, place, seat, m.card[i], m.shape[i], self.live, sign, best, ceiling,
                place + 1 == self.s.seats,
            )
            if self.s.stopped:
                break
            if v > best:
                best = v
        return best * sign

    cdef uint32_t equals(self, int seat, int card) noexcept nogil:
        """The other legal cards that are neighbours of `card` with equal points."""
        cdef uint32_t cards = legal_now(&self.s, &self.trick, rb_count(self.trick.cards), self.s.hands[seat])
        cdef uint32_t foreign = (self.live | self.trick.cards) & ~self.s.hands[seat]
        cdef uint32_t out = 0, span
        cdef int other
        for other in range(card & 24, (card & 24) + 8):
            if other == card or not cards >> other & 1:
                continue
            span = (<uint32_t>1 << (card if card > other else other)) - (<uint32_t>1 << (other if card > other else card))
            if not foreign & span and self.s.game.points[other] == self.s.game.points[card]:
                out |= <uint32_t>1 << other
        return out

    cdef list natural_cards(self, uint32_t mask):
        out = []
        while mask:
            out.append(self.s.game.to_natural[rb_low(mask)])
            mask &= mask - 1
        return sorted(out)

    def best(self, int value):
        """A natural card that keeps the position at its exact ``value``; None when stopped.

        Of several the one worth least, then the weakest, so that lines are the same
        whatever the table held.
        """
        cdef moves_t m
        cdef int place = rb_count(self.trick.cards), seat = self.turn(), i, v = 0
        cdef int sign = 1 if self.s.wants[seat] else -1
        cdef bint last = place + 1 == self.s.seats
        root_moves(&self.s, &self.trick, place, seat, self.live, &m)
        order = sorted(range(m.n), key=lambda k: (self.s.game.points[m.card[k]], m.card[k] & 7, m.card[k]))
        for i in order[: m.n - 1]:
            with nogil:
                v = play(
                    &self.s, &self.trick, place, seat, m.card[<int>i], m.shape[<int>i], self.live,
                    sign, sign * value - 1, sign * value, last,
                )
            if self.s.stopped:
                return None
            if v >= sign * value:
                return self.s.game.to_natural[m.card[i]]
        return self.s.game.to_natural[m.card[<int>order[m.n - 1]]]
