/* Random arguments, the same every time, and a count of differences. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static unsigned long long seed = 88172645463325252ull;
static int n_differences;

static unsigned any(unsigned below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 20) % below);
}

/* What comes from outside, where a test says it: how many bytes, which a model asks for first, and
   which bytes. */
static const char *coming;
static size_t n_coming;
static int n_asked;
static void comes(const char *bytes, size_t n) { coming = bytes, n_coming = n, n_asked = 0; }

/* What models ask for where the library may choose. */
int __VERIFIER_nondet_int(void) { return (int)(any(65536) << 16 | any(65536)); }
unsigned __VERIFIER_nondet_uint(void) { return any(4) ? any(65536) << 16 | any(65536) : any(16); }
long __VERIFIER_nondet_long(void)
{
    static const long factors[] = { 1, 65536, 4294967296, 4294967296 };
    return any(4) ? (long)__VERIFIER_nondet_int() * factors[any(4)] : any(16);
}
long long __VERIFIER_nondet_longlong(void) { return (long long)__VERIFIER_nondet_int() * 65536; }
unsigned long __VERIFIER_nondet_ulong(void)
{
    if (!coming)
        return any(2) ? any(64) : any(65536);
    if (n_asked++ == 0)
        return n_coming;
    return any(3) ? any((unsigned)n_coming + 1) : any(2) ? 0 : n_coming;
}

unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)any(65536); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)any(256); }
double __VERIFIER_nondet_double(void) { return any(65536) / 16.0; }
float __VERIFIER_nondet_float(void) { return any(65536) / 16.0f; }
/* Of what comes from outside, there is a character, and no error. */
_Bool __VERIFIER_nondet_bool(void) { return coming ? 0 : any(2); }
/* What a model assumes may not hold of the choices that were made here: then it is no run. */
static int is_no_run;
void __VERIFIER_assume(int holds) { is_no_run |= !holds; }

/* Set where a model gives up on a value. */
static int is_unmodelled;
unsigned long __linchpin_unmodelled_ulong(void) { is_unmodelled = 1; return any(40); }
int __linchpin_unmodelled_int(void) { is_unmodelled = 1; return 0; }
long __linchpin_unmodelled_long(void) { is_unmodelled = 1; return 0; }
/* The real value, which is to be one of those that are left. */
static double truth;
double __linchpin_unmodelled_double(void) { is_unmodelled = 1; return truth; }
float __linchpin_unmodelled_float(void) { is_unmodelled = 1; return (float)truth; }
long double __linchpin_unmodelled_long_double(void) { is_unmodelled = 1; return 0; }
void __linchpin_unmodelled_bytes(void *p, size_t n) { is_unmodelled = 1; memset(p, 1, n); }
void __linchpin_any_bytes(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((char *)p)[i] = coming ? coming[i] : (char)any(256);
}
int is_posixly_correct;
int __linchpin_is_posixly_correct(void) { return is_posixly_correct; }
void __linchpin_unsupported(void) { is_unmodelled = 1; }
void __linchpin_undefined(const char *what) { (void)what; }
int __linchpin_asks_undefined(void) { return 0; }

#define SAME(holds, ...)                                       \
    do {                                                       \
        if (!(holds)) {                                        \
            if (n_differences++ < 20) {                        \
                printf("%s:%d: %s: ", __FILE__, __LINE__, #holds); \
                printf(__VA_ARGS__);                           \
                printf("\n");                                  \
            }                                                  \
        }                                                      \
    } while (0)

/* Whether a result lies between those that many calls of the model give. */
#define WITHIN(real, ours)                                                       \
    do {                                                                         \
        long long theirs_ = (real), least_ = (ours), most_ = least_;             \
        for (int i_ = 0; i_ < 4000; i_++) {                                      \
            long long mine_ = (ours);                                            \
            least_ = mine_ < least_ ? mine_ : least_;                            \
            most_ = mine_ > most_ ? mine_ : most_;                               \
        }                                                                        \
        SAME(least_ <= theirs_ && theirs_ <= most_, #real ": %lld, not in %lld..%lld", \
             theirs_, least_, most_);                                            \
    } while (0)

static int sign(long long n) { return (n > 0) - (n < 0); }

/* A short string over few characters, so that finding something is likely. */
static char *string(char *s, unsigned most)
{
    static const char letters[] = "aabAB b,;\x80\xff";
    unsigned n = any(most + 1);
    for (unsigned i = 0; i < n; i++)
        s[i] = letters[any(sizeof letters - 1)];
    s[n] = 0;
    return s;
}

static int finish(void)
{
    if (n_differences)
        printf("%d differences\n", n_differences);
    return n_differences != 0;
}
