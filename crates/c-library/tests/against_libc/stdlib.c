/* ctype.h and stdlib.h: every model beside the real function. */
#include "random.h"
#include <malloc.h>

#define PREDICATES(of)                                                                        \
    of(isalnum) of(isalpha) of(isblank) of(iscntrl) of(isdigit) of(isgraph) of(islower)        \
    of(isprint) of(ispunct) of(isspace) of(isupper) of(isxdigit)
#define DECLARE(name) int model_##name(int);
PREDICATES(DECLARE)
int model_tolower(int), model_toupper(int), model_isascii(int), model_toascii(int);
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);
int *model___errno_location(void);
int model_atoi(const char *);
long model_atol(const char *);
long long model_atoll(const char *);
long model_strtol(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
double model_strtod(const char *, char **), model_atof(const char *);
float model_strtof(const char *, char **);
long double model_strtold(const char *, char **);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
lldiv_t model_lldiv(long long, long long);
void model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void model_qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *model_lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
int model_rand(void), model_rand_r(unsigned *);
long model_random(void), model_lrand48(void), model_mrand48(void);
double model_drand48(void);
void *model_reallocarray(void *, size_t, size_t);
int model_posix_memalign(void **, size_t, size_t);
void *model_memalign(size_t, size_t), *model_aligned_alloc(size_t, size_t);
void *model_valloc(size_t), *model_pvalloc(size_t);

static void characters(void)
{
    for (int c = -1; c < 256; c++) {
#define COMPARE(name) SAME(!model_##name(c) == !name(c), "%d", c);
        PREDICATES(COMPARE)
        SAME(model_tolower(c) == tolower(c) && model_toupper(c) == toupper(c), "%d", c);
        SAME(!model_isascii(c) == !isascii(c) && model_toascii(c) == toascii(c), "%d", c);
    }
    for (int c = -128; c < 256; c++) {
        SAME((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        SAME((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        SAME((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
}

/* Something that looks like a number, often one at a limit. */
static void text_of_number(char *s)
{
    static const char *const limits[] = { "2147483647", "2147483648", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "4294967296",
        "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffffff", "0x", "0xg", "08",
        "z", "Zz9", "" };
    int n = 0;
    while (any(4) == 0)
        s[n++] = " \t\n\v"[any(4)];
    if (any(2))
        s[n++] = "+-"[any(2)];
    if (any(3) == 0) {
        n += sprintf(s + n, "%s", limits[any(sizeof limits / sizeof *limits)]);
    } else {
        for (int k = (int)any(any(2) ? 4 : 22); k > 0; k--)
            s[n++] = "0123456789019af"[any(any(3) ? 10 : 15)];
    }
    s[n] = 0;
    if (any(3) == 0)
        strcat(s, any(2) ? "x" : "9");
}

static void integers(void)
{
    char s[80], *p, *q;
    text_of_number(s);
    int base = any(3) ? 10 : (int)any(38);
    if (base == 1 || base > 36)
        base = 0;
#define READ(name)                                                                       \
    do {                                                                                 \
        errno = 0, *model___errno_location() = 0;                                        \
        __typeof__(name(s, &p, base)) theirs = name(s, &p, base);                        \
        int error = errno;                                                               \
        __typeof__(theirs) ours = model_##name(s, &q, base);                             \
        SAME(theirs == ours && p == q && error == *model___errno_location(),             \
             "'%s' base %d: %lld %lld, %td %td, %d %d", s, base, (long long)theirs,      \
             (long long)ours, p - s, q - s, error, *model___errno_location());           \
    } while (0)
    READ(strtol);
    READ(strtoll);
    READ(strtoul);
    READ(strtoull);
    long long value = strtoll(s, 0, 10);
    if (value < 0x7fffffffffffffffll && value > -0x7fffffffffffffffll) {
        SAME(model_atoll(s) == value && model_atol(s) == value, "%s", s);
        if (value == (int)value)
            SAME(model_atoi(s) == (int)value, "%s", s);
    }
}

static void text_of_float(char *s)
{
    static const char *const words[] = { "inf", "infinity", "nan", "NaN(12)", "infi", "0x1.8p3",
        "0x", "0x.p1", ".", "1e", "1e+", "e5", "-.5", "5.", "1.e2", "0.1e-5", "123456789012345" };
    if (any(3) == 0)
        sprintf(s, "%s%s%s", any(4) ? "" : " -", words[any(sizeof words / sizeof *words)],
                any(4) ? "" : "7");
    else
        sprintf(s, "%s%u.%u%s", any(2) ? "" : "-", any(100000), any(1000),
                ((const char *[]){ "", "e3", "E-4", "e22", "e-30", "e+1x" })[any(6)]);
}

static void floats(void)
{
    char s[80], *p, *q;
    text_of_float(s);
#define READ_FLOAT(name)                                                               \
    do {                                                                               \
        is_unmodelled = 0;                                                             \
        __typeof__(name(s, &p)) theirs = name(s, &p), ours = model_##name(s, &q);      \
        SAME(p == q, "'%s' %td %td", s, p - s, q - s);                                 \
        SAME(is_unmodelled || (theirs == ours && !signbit(theirs) == !signbit(ours)),  \
             "'%s' %Lg %Lg", s, (long double)theirs, (long double)ours);               \
    } while (0)
    READ_FLOAT(strtod);
    READ_FLOAT(strtof);
    READ_FLOAT(strtold);
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int compare_r(const void *a, const void *b, void *c) { ++*(int *)c; return compare(a, b); }

static void sorting(void)
{
    int real[12], mine[12], other[12], calls = 0;
    size_t n = any(13);
    for (size_t i = 0; i < n; i++)
        real[i] = mine[i] = other[i] = (int)any(8);
    qsort(real, n, sizeof *real, compare);
    model_qsort(mine, n, sizeof *mine, compare);
    model_qsort_r(other, n, sizeof *other, compare_r, &calls);
    SAME(!memcmp(real, mine, n * sizeof *real), "%zu elements", n);
    SAME(!memcmp(real, other, n * sizeof *real) && (n < 2 || calls > 0), "%zu elements", n);
    int key = (int)any(8);
    int *p = bsearch(&key, real, n, sizeof *real, compare);
    int *q = model_bsearch(&key, real, n, sizeof *real, compare);
    SAME(!p == !q && (!q || (*q == key && q >= real && q < real + n)), "%d", key);
    q = model_lfind(&key, real, &n, sizeof *real, compare);
    SAME(!p == !q && (!q || *q == key), "%d", key);
}

/* Frees a block later, so that the real `malloc` gives another one next. */
static void free_later(void *block)
{
    static void *kept[40];
    void **one = &kept[any(40)];
    free(*one);
    *one = block;
}

/* Blocks at places that are asked for: where the library gives one, some run of the model does, and at
   such a place; where it gives none, neither does some run. */
static void compare_blocks(void *theirs, void *(*ours)(size_t, size_t), size_t alignment, size_t n)
{
    int is_given = 0, is_refused = 0;
    for (int i = 0; i < 400 && !(theirs ? is_given : is_refused); i++) {
        is_no_run = 0;
        void *mine = ours(alignment, n);
        /* Of another number nothing is said. */
        if (mine && !is_no_run && alignment && (alignment & (alignment - 1)) == 0)
            SAME((size_t)mine % alignment == 0, "%zu, not at %zu", n, alignment);
        *(mine ? &is_given : &is_refused) |= !is_no_run;
        free_later(mine);
    }
    is_no_run = 0;
    SAME(theirs ? is_given : is_refused, "%zu bytes at %zu: %p", n, alignment, theirs);
    free(theirs);
}

static void *model_block(size_t alignment, size_t n)
{
    (void)alignment;
    return model_valloc(n);
}

static void *model_pages(size_t alignment, size_t n)
{
    (void)alignment;
    return model_pvalloc(n);
}

static void places(void)
{
    static const size_t alignments[] = { 1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64, 100 };
    size_t alignment = alignments[any(12)], n = 1 + any(100);
    static char old;
    void *theirs = &old;
    int a = posix_memalign(&theirs, alignment, n), b = 0;
    SAME((a == 0) == (theirs != &old), "%d", a);
    for (int i = 0; i < 400; i++) {
        is_no_run = 0;
        void *mine = &old;
        b = model_posix_memalign(&mine, alignment, n);
        SAME((b == 0) == (mine != &old), "%d", b);
        if (b == 0) {
            SAME(is_no_run || (size_t)mine % alignment == 0, "not at %zu", alignment);
            free_later(mine);
        }
        if (a == b && !is_no_run)
            break;
    }
    is_no_run = 0;
    SAME(a == b, "%zu bytes at %zu: %d %d", n, alignment, a, b);
    if (a == 0)
        free(theirs);
    compare_blocks(memalign(alignment, n), model_memalign, alignment, n);
    compare_blocks(aligned_alloc(alignment, n), model_aligned_alloc, alignment, n);
    size_t far = (size_t)-1 - any(5000);
    compare_blocks(memalign(16, far), model_memalign, 16, far);
    compare_blocks(pvalloc(far), model_pages, 0, far);
    compare_blocks(valloc(far), model_block, 0, far);
}

int main(void)
{
    characters();
    for (int i = 0; i < 5000; i++) {
        integers();
        floats();
        sorting();
        int x = (int)any(2000) - 1000, y = (int)any(50) + 1;
        y = any(2) ? y : -y;
        div_t d = div(x, y), e = model_div(x, y);
        ldiv_t dl = ldiv(x, y), el = model_ldiv(x, y);
        lldiv_t dm = lldiv(x, y), em = model_lldiv(x, y);
        SAME(d.quot == e.quot && d.rem == e.rem, "%d %d", x, y);
        SAME(dl.quot == el.quot && dl.rem == el.rem, "%d %d", x, y);
        SAME(dm.quot == em.quot && dm.rem == em.rem, "%d %d", x, y);
        unsigned state = 1;
        SAME(model_rand() >= 0 && model_rand_r(&state) >= 0 && model_random() >= 0, "range");
        double r = model_drand48();
        SAME(r >= 0 && r < 1 && model_lrand48() >= 0, "range");
    }
    SAME(model_reallocarray(0, (size_t)-1 / 2, 3) == 0, "product");
    for (int i = 0; i < 300; i++)
        places();
    return finish();
}
