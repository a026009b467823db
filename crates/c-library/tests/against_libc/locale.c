/* Multibyte characters, wide numbers, collation, locale.h, fenv.h and the rest of search.h, in the
   locale "C": every model beside the real function. */
#include "random.h"
#include <fenv.h>
#include <locale.h>
#include <search.h>
#include <wchar.h>

size_t model_mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
size_t model_mbrlen(const char *, size_t, mbstate_t *), model_wcrtomb(char *, wchar_t, mbstate_t *);
int model_mbtowc(wchar_t *, const char *, size_t), model_mblen(const char *, size_t);
int model_wctomb(char *, wchar_t), model_mbsinit(const mbstate_t *);
size_t model_mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *);
size_t model_mbstowcs(wchar_t *, const char *, size_t);
size_t model_wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
size_t model_wcstombs(char *, const wchar_t *, size_t);
wint_t model_btowc(int);
int model_wctob(wint_t);
long model_wcstol(const wchar_t *, wchar_t **, int);
long long model_wcstoll(const wchar_t *, wchar_t **, int);
unsigned long model_wcstoul(const wchar_t *, wchar_t **, int);
unsigned long long model_wcstoull(const wchar_t *, wchar_t **, int);
int model_wcscoll(const wchar_t *, const wchar_t *), model_wcscasecmp(const wchar_t *, const wchar_t *);
int model_wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
size_t model_wcsxfrm(wchar_t *, const wchar_t *, size_t);
struct lconv *model_localeconv(void);
int *model___errno_location(void);
char *model_setlocale(int, const char *);
int model_fegetround(void), model_fesetround(int), model_feclearexcept(int);
void *model_lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
void model_insque(void *, void *), model_remque(void *);

static char text[20];
static wchar_t wide[20];

static void fill(void)
{
    static const char letters[] = "aZ09x-+ \t~";
    unsigned n = any(9);
    for (unsigned i = 0; i <= n; i++)
        wide[i] = text[i] = i < n ? letters[any(sizeof letters - 1)] : 0;
}

static void single(void)
{
    wchar_t c = 5, d = 5;
    char s[8] = { 1 }, t[8] = { 1 };
    mbstate_t state = { 0 };
    size_t n = any(3);
    SAME(mbrtowc(&c, text, n, &state) == model_mbrtowc(&d, text, n, &state) && c == d, "%s", text);
    memset(&state, 0, sizeof state);
    SAME(mbrlen(text, n, &state) == model_mbrlen(text, n, &state), "%s", text);
    memset(&state, 0, sizeof state);
    SAME(mbsinit(&state) == !!model_mbsinit(&state), "%d", 0);
    SAME(mbtowc(&c, text, n + 1) == model_mbtowc(&d, text, n + 1) && c == d, "%s %zu", text, n);
    SAME(mblen(text, n + 1) == model_mblen(text, n + 1), "%s %zu", text, n);
    SAME(mbtowc(0, 0, 0) == model_mbtowc(0, 0, 0) && wctomb(0, 0) == model_wctomb(0, 0), "%d", 0);
    SAME(mbrtowc(0, 0, 0, &state) == model_mbrtowc(0, 0, 0, &state), "%d", 0);
    SAME(wcrtomb(s, wide[0], &state) == model_wcrtomb(t, wide[0], &state) && s[0] == t[0], "%d", wide[0]);
    SAME(wcrtomb(0, 0, &state) == model_wcrtomb(0, 0, &state), "%d", 0);
    SAME(wctomb(s, wide[0]) == model_wctomb(t, wide[0]) && s[0] == t[0], "%d", wide[0]);
    SAME(btowc(text[0]) == model_btowc(text[0]) && btowc(EOF) == model_btowc(EOF), "%s", text);
    SAME(wctob(wide[0]) == model_wctob(wide[0]) && wctob(WEOF) == model_wctob(WEOF), "%s", text);
}

static void strings(void)
{
    wchar_t real[20], mine[20];
    char narrow[20], ours[20];
    size_t n = any(12);
    mbstate_t state = { 0 };
    memset(real, 1, sizeof real), memset(mine, 1, sizeof mine);
    memset(narrow, 1, sizeof narrow), memset(ours, 1, sizeof ours);
    SAME(mbstowcs(real, text, n) == model_mbstowcs(mine, text, n), "%s %zu", text, n);
    SAME(!memcmp(real, mine, sizeof real), "%s %zu", text, n);
    SAME(mbstowcs(0, text, n) == model_mbstowcs(0, text, n), "%s", text);
    SAME(wcstombs(narrow, wide, n) == model_wcstombs(ours, wide, n), "%s %zu", text, n);
    SAME(!memcmp(narrow, ours, sizeof ours), "%s %zu", text, n);
    SAME(wcstombs(0, wide, n) == model_wcstombs(0, wide, n), "%s", text);
    const char *s = text, *t = text;
    SAME(mbsrtowcs(real, &s, n, &state) == model_mbsrtowcs(mine, &t, n, &state) && s == t, "%s", text);
    s = t = text;
    SAME(mbsrtowcs(0, &s, n, &state) == model_mbsrtowcs(0, &t, n, &state) && s == t, "%s", text);
    const wchar_t *u = wide, *v = wide;
    SAME(wcsrtombs(narrow, &u, n, &state) == model_wcsrtombs(ours, &v, n, &state) && u == v, "%s", text);
    u = v = wide;
    SAME(wcsrtombs(0, &u, n, &state) == model_wcsrtombs(0, &v, n, &state) && u == v, "%s", text);
}

static void collation(const wchar_t *other)
{
    wchar_t real[20], mine[20];
    size_t n = any(10);
    SAME(sign(wcscoll(wide, other)) == sign(model_wcscoll(wide, other)), "%s", text);
    SAME(sign(wcscasecmp(wide, other)) == sign(model_wcscasecmp(wide, other)), "%s", text);
    SAME(sign(wcsncasecmp(wide, other, n)) == sign(model_wcsncasecmp(wide, other, n)), "%s", text);
    SAME(wcsxfrm(real, wide, 20) == model_wcsxfrm(mine, wide, 20) && !wcscmp(real, mine), "%s", text);
    SAME(wcsxfrm(0, wide, 0) == model_wcsxfrm(0, wide, 0), "%s", text);
}

#define READ(name)                                                                            \
    do {                                                                                      \
        wchar_t *end = 0, *our_end = 0;                                                       \
        errno = 0;                                                                            \
        long long value = (long long)name(number, &end, base);                                \
        int error = errno;                                                                    \
        *model___errno_location() = 0;                                                        \
        long long ours = (long long)model_##name(number, &our_end, base);                     \
        SAME(value == ours && end == our_end, "%ls %d", number, base);                        \
        SAME(error == *model___errno_location(), "%ls %d", number, base);                     \
    } while (0)

static void numbers(void)
{
    static const wchar_t letters[] = L"0123456789abfxX-+ \tz";
    wchar_t number[40];
    unsigned n = any(any(4) ? 8 : 30);
    for (unsigned i = 0; i < n; i++)
        number[i] = letters[any(i < 3 ? 20 : 10)];
    number[n] = 0;
    int base = any(3) ? (any(2) ? 0 : 10) : (int)any(38);
    if (base == 1)
        base = 16;
    READ(wcstol);
    READ(wcstoll);
    READ(wcstoul);
    READ(wcstoull);
}

static int compare(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static void searches(void)
{
    int real[20], mine[20];
    size_t n = any(8), m = n;
    for (size_t i = 0; i < n; i++)
        real[i] = mine[i] = (int)any(8);
    int key = (int)any(8);
    int *found = lsearch(&key, real, &n, sizeof key, compare);
    int *ours = model_lsearch(&key, mine, &m, sizeof key, compare);
    SAME(n == m && found - real == ours - mine && !memcmp(real, mine, n * sizeof key), "%d", key);
    struct element { struct element *next, *before; } e[4], f[4];
    memset(e, 1, sizeof e), memset(f, 1, sizeof f);
    insque(&e[0], 0), model_insque(&f[0], 0);
    for (int i = 1; i < 4; i++) {
        int at = (int)any((unsigned)i);
        insque(&e[i], &e[at]), model_insque(&f[i], &f[at]);
    }
    int gone = (int)any(4);
    remque(&e[gone]), model_remque(&f[gone]);
    for (int i = 0; i < 4; i++) {
        SAME(!e[i].next == !f[i].next && (!e[i].next || e[i].next - e == f[i].next - f), "%d", i);
        SAME(!e[i].before == !f[i].before && (!e[i].before || e[i].before - e == f[i].before - f), "%d", i);
    }
}

static void surroundings(void)
{
    struct lconv *real = localeconv(), *mine = model_localeconv();
    SAME(!strcmp(real->decimal_point, mine->decimal_point), "%s", real->decimal_point);
    SAME(!strcmp(real->negative_sign, mine->negative_sign), "%s", real->negative_sign);
    SAME(!strcmp(real->mon_grouping, mine->mon_grouping), "%s", real->mon_grouping);
    SAME(!memcmp(&real->int_frac_digits, &mine->int_frac_digits, 14), "%d", real->frac_digits);
    static const char *const names[] = { 0, "C", "POSIX", "xx_YY" };
    for (int i = 0; i < 4; i++) {
        char *name = setlocale(LC_ALL, names[i]), *ours = model_setlocale(LC_ALL, names[i]);
        SAME(!name == !ours && (!name || !strcmp(name, ours)), "%d", i);
    }
    SAME(fegetround() == model_fegetround() && fesetround(0) == model_fesetround(0), "%d", 0);
    SAME(!fesetround(77) == !model_fesetround(77), "%d", 77);
    SAME(feclearexcept(FE_ALL_EXCEPT) == model_feclearexcept(FE_ALL_EXCEPT), "%d", 0);
}

int main(void)
{
    wchar_t other[20];
    surroundings();
    fill();
    for (int i = 0; i < 20000; i++) {
        wcscpy(other, wide);
        fill();
        single();
        strings();
        collation(other);
        numbers();
        searches();
    }
    return finish();
}
