/* wchar.h and wctype.h: every model beside the real function. */
#include "random.h"
#include <wchar.h>
#include <wctype.h>

size_t model_wcslen(const wchar_t *), model_wcsnlen(const wchar_t *, size_t);
int model_wcscmp(const wchar_t *, const wchar_t *);
int model_wcsncmp(const wchar_t *, const wchar_t *, size_t);
int model_wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *model_wmemchr(const wchar_t *, wchar_t, size_t), *model_wcschrnul(const wchar_t *, wchar_t);
wchar_t *model_wcschr(const wchar_t *, wchar_t), *model_wcsrchr(const wchar_t *, wchar_t);
size_t model_wcsspn(const wchar_t *, const wchar_t *), model_wcscspn(const wchar_t *, const wchar_t *);
wchar_t *model_wcspbrk(const wchar_t *, const wchar_t *), *model_wcsstr(const wchar_t *, const wchar_t *);
wchar_t *model_wcstok(wchar_t *, const wchar_t *, wchar_t **), *model_wcsdup(const wchar_t *);
wchar_t *model_wmemcpy(wchar_t *, const wchar_t *, size_t), *model_wmemset(wchar_t *, wchar_t, size_t);
wchar_t *model_wmempcpy(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcscpy(wchar_t *, const wchar_t *), *model_wcpcpy(wchar_t *, const wchar_t *);
wchar_t *model_wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcpncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcscat(wchar_t *, const wchar_t *), *model_wcsncat(wchar_t *, const wchar_t *, size_t);

static wchar_t a[40], b[40], real[100], mine[100];

static void wide(wchar_t *s, unsigned most)
{
    static const wchar_t letters[] = { 'a', 'a', 'b', ',', 0x20ac, -1, 0x7fffffff };
    unsigned n = any(most + 1);
    for (unsigned i = 0; i < n; i++)
        s[i] = letters[any(7)];
    s[n] = 0;
}

static void reading(void)
{
    wchar_t c = any(3) ? a[any(4)] : 0;
    size_t n = any(8), least = n < wcslen(a) + 1 ? n : wcslen(a) + 1;
    SAME(model_wcslen(a) == wcslen(a), "%d", a[0]);
    SAME(model_wcsnlen(a, n) == wcsnlen(a, n), "%zu", n);
    SAME(sign(model_wcscmp(a, b)) == sign(wcscmp(a, b)), "%d %d", a[0], b[0]);
    SAME(sign(model_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)), "%zu", n);
    SAME(sign(model_wmemcmp(a, b, n)) == sign(wmemcmp(a, b, n)), "%zu", n);
    SAME(model_wmemchr(a, c, least) == wmemchr(a, c, least), "%d %zu", c, least);
    SAME(model_wcschr(a, c) == wcschr(a, c), "%d", c);
    SAME(model_wcschrnul(a, c) == wcschrnul(a, c), "%d", c);
    SAME(model_wcsrchr(a, c) == wcsrchr(a, c), "%d", c);
    b[any(3)] = 0;
    SAME(model_wcsspn(a, b) == wcsspn(a, b), "%d", b[0]);
    SAME(model_wcscspn(a, b) == wcscspn(a, b), "%d", b[0]);
    SAME(model_wcspbrk(a, b) == wcspbrk(a, b), "%d", b[0]);
    SAME(model_wcsstr(a, b) == wcsstr(a, b), "%d", b[0]);
}

#define BOTH(call, other)                                                                  \
    do {                                                                                   \
        memset(real, 1, sizeof real), memset(mine, 1, sizeof mine);                        \
        wcscpy(real, L"xy"), wcscpy(mine, L"xy");                                          \
        wchar_t *t = (call), *m = (other);                                                 \
        SAME(t - real == m - mine && !memcmp(real, mine, sizeof real), "%td", t - real);   \
    } while (0)

static void writing(void)
{
    size_t n = any(12), least = n < wcslen(a) + 1 ? n : wcslen(a) + 1;
    BOTH(wcscpy(real, a), model_wcscpy(mine, a));
    BOTH(wcpcpy(real, a), model_wcpcpy(mine, a));
    BOTH(wcsncpy(real, a, n), model_wcsncpy(mine, a, n));
    BOTH(wcpncpy(real, a, n), model_wcpncpy(mine, a, n));
    BOTH(wcscat(real, a), model_wcscat(mine, a));
    BOTH(wcsncat(real, a, n), model_wcsncat(mine, a, n));
    BOTH(wmemcpy(real, a, least), model_wmemcpy(mine, a, least));
    BOTH(wmempcpy(real, a, least), model_wmempcpy(mine, a, least));
    BOTH(wmemset(real, a[0], n), model_wmemset(mine, a[0], n));
    BOTH(wmemmove(real + 1, real, n), model_wmemmove(mine + 1, mine, n));
    wchar_t *copy = model_wcsdup(a);
    SAME(!wcscmp(copy, a), "%d", a[0]);
    free(copy);
}

static void tokens(void)
{
    wchar_t one[40], other[40], *rest = 0, *our_rest = 0;
    wcscpy(one, a), wcscpy(other, a);
    wchar_t *t = wcstok(one, b, &rest), *m = model_wcstok(other, b, &our_rest);
    for (;;) {
        SAME(!t == !m && (!t || t - one == m - other) && !memcmp(one, other, sizeof(wchar_t) * wcslen(a)),
             "%d", b[0]);
        if (!t || !m)
            break;
        t = wcstok(0, b, &rest), m = model_wcstok(0, b, &our_rest);
    }
}

#define CLASS(name)                                   \
    do {                                              \
        int model_##name(wint_t);                     \
        SAME(!name(c) == !model_##name(c), "%u", c);  \
    } while (0)

static void classes(wint_t c)
{
    CLASS(iswalpha); CLASS(iswalnum); CLASS(iswdigit); CLASS(iswxdigit); CLASS(iswlower);
    CLASS(iswupper); CLASS(iswspace); CLASS(iswblank); CLASS(iswcntrl); CLASS(iswprint);
    CLASS(iswgraph); CLASS(iswpunct);
    wint_t model_towlower(wint_t), model_towupper(wint_t);
    SAME(towlower(c) == model_towlower(c) && towupper(c) == model_towupper(c), "%u", c);
}

int main(void)
{
    for (int i = 0; i < 20000; i++) {
        wide(a, 12), wide(b, 4);
        reading();
        wide(b, 3);
        writing();
        tokens();
    }
    for (unsigned c = 0; c < 70000; c++)
        classes(c);
    classes(WEOF);
    return finish();
}
