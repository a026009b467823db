//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Halves of a pair in UTF-16 are taken for characters.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define N_BYTES 16
#define INVALID UINT32_MAX

/* The character at `*at`, which moves behind it; a byte that starts none is passed alone. */
static uint32_t decode(const uint8_t *bytes, size_t n, size_t *at)
{
    uint8_t first = bytes[(*at)++];
    if (first < 0x80)
        return first;
    size_t n_more;
    uint32_t character, smallest;
    if ((first & 0xe0) == 0xc0) {
        n_more = 1, character = first & 0x1f, smallest = 0x80;
    } else if ((first & 0xf0) == 0xe0) {
        n_more = 2, character = first & 0x0f, smallest = 0x800;
    } else if ((first & 0xf8) == 0xf0) {
        n_more = 3, character = first & 0x07, smallest = 0x10000;
    } else {
        return INVALID;
    }
    if (n_more > n - *at)
        return INVALID;
    for (size_t i = 0; i < n_more; i++) {
        uint8_t next = bytes[*at + i];
        if ((next & 0xc0) != 0x80)
            return INVALID;
        character = character << 6 | (next & 0x3f);
    }
    if (character < smallest || character > 0x10ffff)
        return INVALID;
    *at += n_more;
    return character;
}

int main(void)
{
    uint8_t bytes[N_BYTES];
    for (size_t i = 0; i < N_BYTES; i++)
        bytes[i] = __VERIFIER_nondet_uchar();

    for (size_t at = 0; at < N_BYTES;) {
        size_t before = at;
        uint32_t character = decode(bytes, N_BYTES, &at);
        assert(at > before && at <= N_BYTES);
        if (character != INVALID) {
            assert(character <= 0x10ffff);
            assert(character < 0xd800 || character > 0xdfff); //~ violated assertion
        }
    }
    return 0;
}
