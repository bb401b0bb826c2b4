# Legal cards on masks: the fast form of rebelote.tricks, which states the rules in words.

from libc.stdint cimport uint32_t

from rebelote._types cimport ALWAYS, UNLESS_PARTNER_WINS, game_t, search_t


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
