# The play of one trick on masks: the fast form of rebelote.tricks, which states the rules in words.

from libc.stdint cimport uint32_t

from rebelote._types cimport ALWAYS, UNLESS_PARTNER_WINS, game_t, search_t, trick_t


cdef inline uint32_t suit_mask(int suit) noexcept nogil:
    return (<uint32_t>0xFF) << (8 * suit)


cdef inline int seat_at(const search_t* s, int leader, int place) noexcept nogil:
    """The seat that is `place` seats behind the leader."""
    cdef int seat = leader + place
    return seat - s.seats if seat >= s.seats else seat


cdef inline uint32_t above(int card) noexcept nogil:
    """The cards of the same suit that beat `card`."""
    return (<uint32_t>0xFF << (card & 24)) & ~((<uint32_t>2 << card) - 1)


cdef inline int applies(int when, bint partner_wins) noexcept nogil:
    return when == ALWAYS or (when == UNLESS_PARTNER_WINS and not partner_wins)


cdef inline int beats(const game_t* game, int card, int best) noexcept nogil:
    """Whether a card played later takes the trick from the best so far."""
    if (card ^ best) & 24:
        return card >> 3 == game.trump
    return card > best


cdef inline uint32_t legal_cards(
    const game_t* game, uint32_t hand, int led, int best, bint partner_wins
) noexcept nogil:
    """Legal cards of a hand that follows; `led` and `best` are cards on the table."""
    cdef int suit = led >> 3
    cdef uint32_t follow = hand & suit_mask(suit)
    cdef uint32_t over
    if follow:
        if game.duty[suit] and (led ^ best) < 8 and applies(game.duty[suit], partner_wins):
            over = follow & above(led if game.over_led[suit] else best)
            if over:
                return over
        return follow
    if game.trump == 4 or suit == game.trump:
        return hand
    return void_cards(game, hand, best, partner_wins)


cdef inline uint32_t void_cards(const game_t* game, uint32_t hand, int best, bint partner_wins) noexcept nogil:
    """Legal cards of a hand that is out of the plain suit led."""
    cdef uint32_t trumps = hand & suit_mask(game.trump)
    cdef uint32_t others = hand & ~trumps
    cdef uint32_t over, allowed
    cdef int must
    if not trumps:
        return hand
    must = applies(game.must_trump, partner_wins)
    if best >> 3 != game.trump:
        return trumps if must else hand
    over = trumps & above(best)
    if partner_wins and not game.undertrump:
        if must:
            return over if over else (others if others else trumps)
        allowed = over | others
        return allowed if allowed else trumps
    if not over:
        return trumps if must and not game.free_if_low else hand
    if applies(game.over_ruff, partner_wins):
        return over if must else over | others
    return trumps if must else hand


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
