/* Bits and bytes that need a compiler's intrinsics; nothing else belongs here. */
#ifndef REBELOTE_BITS_H
#define REBELOTE_BITS_H

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#  define rb_low(x) ((int)__builtin_ctz(x))
#  define rb_high(x) (31 - (int)__builtin_clz(x))
#  define rb_count(x) ((int)__builtin_popcount(x))
#  define rb_prefetch(p) __builtin_prefetch(p)
#else
#  include <intrin.h>
static __inline int rb_low(unsigned x) { unsigned long i; _BitScanForward(&i, x); return (int)i; }
static __inline int rb_high(unsigned x) { unsigned long i; _BitScanReverse(&i, x); return (int)i; }
static __inline int rb_count(unsigned x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
#  define rb_prefetch(p) ((void)(p))
#endif

#if defined(__SSE2__) || defined(_M_X64)
#  include <emmintrin.h>
/* The sum over all bytes of max(0, first - second): a0 … a3 against b0 … b3. */
static inline int rb_excess(uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3,
                            uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3)
{
    __m128i zero = _mm_setzero_si128();
    __m128i one = _mm_subs_epu8(_mm_set_epi64x((int64_t)a1, (int64_t)a0), _mm_set_epi64x((int64_t)b1, (int64_t)b0));
    __m128i two = _mm_subs_epu8(_mm_set_epi64x((int64_t)a3, (int64_t)a2), _mm_set_epi64x((int64_t)b3, (int64_t)b2));
    __m128i sum = _mm_add_epi64(_mm_sad_epu8(one, zero), _mm_sad_epu8(two, zero));
    return _mm_cvtsi128_si32(sum) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sum, sum));
}
#else
static inline int rb_excess_one(uint64_t a, uint64_t b)
{
    /* Bytes are at most 127: the top bit of each byte of the difference tells whether a >= b. */
    const uint64_t top = UINT64_C(0x8080808080808080);
    uint64_t d = (a | top) - b, keep = (d & top) >> 7;
    d &= keep * 127;
    return (int)((((d & UINT64_C(0x00FF00FF00FF00FF)) + (d >> 8 & UINT64_C(0x00FF00FF00FF00FF)))
                  * UINT64_C(0x0001000100010001)) >> 48);
}
static inline int rb_excess(uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3,
                            uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3)
{
    return rb_excess_one(a0, b0) + rb_excess_one(a1, b1) + rb_excess_one(a2, b2) + rb_excess_one(a3, b3);
}
#endif

#endif
