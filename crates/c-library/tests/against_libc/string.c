/* string.h and strings.h: every model beside the real function. */
#include "random.h"

size_t model_strlen(const char *), model_strnlen(const char *, size_t);
char *model_strcpy(char *, const char *), *model_stpcpy(char *, const char *);
char *model_strncpy(char *, const char *, size_t), *model_stpncpy(char *, const char *, size_t);
char *model_strcat(char *, const char *), *model_strncat(char *, const char *, size_t);
size_t model_strlcpy(char *, const char *, size_t), model_strlcat(char *, const char *, size_t);
int model_strcmp(const char *, const char *), model_strncmp(const char *, const char *, size_t);
int model_memcmp(const void *, const void *, size_t), model_bcmp(const void *, const void *, size_t);
int model_strcasecmp(const char *, const char *);
int model_strncasecmp(const char *, const char *, size_t);
int model_strcoll(const char *, const char *);
size_t model_strxfrm(char *, const char *, size_t);
char *model_strchr(const char *, int), *model_strrchr(const char *, int);
char *model_index(const char *, int), *model_rindex(const char *, int);
char *model_strchrnul(const char *, int);
void *model_memchr(const void *, int, size_t), *model_memrchr(const void *, int, size_t);
void *model_rawmemchr(const void *, int);
size_t model_strspn(const char *, const char *), model_strcspn(const char *, const char *);
char *model_strpbrk(const char *, const char *), *model_strstr(const char *, const char *);
char *model_strcasestr(const char *, const char *);
char *model_strsep(char **, const char *), *model_strtok(char *, const char *);
char *model_strtok_r(char *, const char *, char **);
void *model_memmem(const void *, size_t, const void *, size_t);
void *model_memccpy(void *, const void *, int, size_t);
char *model_strdup(const char *), *model_strndup(const char *, size_t);
void model_bcopy(const void *, void *, size_t), model_swab(const void *, void *, ssize_t);
char *model___strcpy_chk(char *, const char *, size_t);
char *model___strncpy_chk(char *, const char *, size_t, size_t);
char *model___strcat_chk(char *, const char *, size_t);
char *model___strncat_chk(char *, const char *, size_t, size_t);
char *model___stpcpy_chk(char *, const char *, size_t);

static char a[64], b[64], real[128], mine[128];

static void fresh(void)
{
    for (unsigned i = 0; i < sizeof real; i++)
        real[i] = mine[i] = (char)any(256);
}

static int equal(void) { return memcmp(real, mine, sizeof real) == 0; }

static void reading(void)
{
    int c = "abAB ,;x"[any(8)], zero = any(8) ? c : 0;
    size_t n = any(14);
    SAME(model_strlen(a) == strlen(a), "%s", a);
    SAME(model_strnlen(a, n) == strnlen(a, n), "%s", a);
    SAME(sign(model_strcmp(a, b)) == sign(strcmp(a, b)), "%s %s", a, b);
    SAME(sign(model_strcoll(a, b)) == sign(strcoll(a, b)), "%s %s", a, b);
    SAME(sign(model_strncmp(a, b, n)) == sign(strncmp(a, b, n)), "%s %s %zu", a, b, n);
    SAME(sign(model_memcmp(a, b, n)) == sign(memcmp(a, b, n)), "%s %s %zu", a, b, n);
    SAME(!model_bcmp(a, b, n) == !bcmp(a, b, n), "%s %s %zu", a, b, n);
    SAME(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "%s %s", a, b);
    SAME(sign(model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), "%s %s", a, b);
    SAME(model_strchr(a, zero) == strchr(a, zero), "%s %d", a, zero);
    SAME(model_strrchr(a, zero) == strrchr(a, zero), "%s %d", a, zero);
    SAME(model_index(a, zero) == index(a, zero), "%s %d", a, zero);
    SAME(model_rindex(a, zero) == rindex(a, zero), "%s %d", a, zero);
    SAME(model_strchrnul(a, zero) == strchrnul(a, zero), "%s %d", a, zero);
    SAME(model_memchr(a, c, n) == memchr(a, c, n), "%s %d %zu", a, c, n);
    SAME(model_memrchr(a, c, n) == memrchr(a, c, n), "%s %d %zu", a, c, n);
    SAME(model_rawmemchr(a, 0) == rawmemchr(a, 0), "%s", a);
    b[any(4)] = 0;
    SAME(model_strspn(a, b) == strspn(a, b), "%s %s", a, b);
    SAME(model_strcspn(a, b) == strcspn(a, b), "%s %s", a, b);
    SAME(model_strpbrk(a, b) == strpbrk(a, b), "%s %s", a, b);
    SAME(model_strstr(a, b) == strstr(a, b), "%s %s", a, b);
    SAME(model_strcasestr(a, b) == strcasestr(a, b), "%s %s", a, b);
    size_t k = any(4);
    SAME(model_memmem(a, n, b, k) == memmem(a, n, b, k), "%s %s", a, b);
}

static void writing(void)
{
    size_t n = any(16);
    int c = a[any(6)];
#define BOTH(call, other)                                                              \
    do {                                                                               \
        fresh();                                                                       \
        real[9] = mine[9] = 0;                                                         \
        char *theirs = (char *)(call), *ours = (char *)(other);                        \
        SAME((theirs ? theirs - real : -1) == (ours ? ours - mine : -1), "%s %zu", a, n); \
        SAME(equal(), "%s %zu", a, n);                                                 \
    } while (0)
    BOTH(strcpy(real, a), model_strcpy(mine, a));
    BOTH(strcpy(real, a), model___strcpy_chk(mine, a, sizeof mine));
    BOTH(stpcpy(real, a), model_stpcpy(mine, a));
    BOTH(stpcpy(real, a), model___stpcpy_chk(mine, a, (size_t)-1));
    BOTH(strncpy(real, a, n), model_strncpy(mine, a, n));
    BOTH(strncpy(real, a, n), model___strncpy_chk(mine, a, n, sizeof mine));
    BOTH(stpncpy(real, a, n), model_stpncpy(mine, a, n));
    BOTH(strcat(real, a), model_strcat(mine, a));
    BOTH(strcat(real, a), model___strcat_chk(mine, a, sizeof mine));
    BOTH(strncat(real, a, n), model_strncat(mine, a, n));
    BOTH(strncat(real, a, n), model___strncat_chk(mine, a, n, sizeof mine));
    BOTH(memccpy(real, a, c, n), model_memccpy(mine, a, c, n));
    BOTH((bcopy(real + 3, real + 5, n), (char *)0), (model_bcopy(mine + 3, mine + 5, n), (char *)0));
    BOTH((swab(a, real, (ssize_t)n), (char *)0), (model_swab(a, mine, (ssize_t)n), (char *)0));
    fresh();
    size_t length = strlen(a);
    SAME(model_strlcpy(mine, a, n) == length, "%s", a);
    if (n)
        SAME(strlen(mine) == (length < n ? length : n - 1) && !strncmp(mine, a, n - 1), "%s", a);
    string(mine, 9);
    size_t before = strlen(mine);
    SAME(model_strlcat(mine, a, n) == (before < n ? before : n) + length, "%s", a);
    fresh();
    SAME(model_strxfrm(mine, a, sizeof mine) == strxfrm(real, a, sizeof real), "%s", a);
    SAME(!strcmp(mine, real), "%s", a);
    char *copy = model_strdup(a), *part = model_strndup(a, n), *other = strndup(a, n);
    SAME(!strcmp(copy, a) && !strcmp(part, other), "%s", a);
    free(copy), free(part), free(other);
}

static void splitting(void)
{
    const char *set = ((const char *[]){ ",", " ;", "ab", "" })[any(4)];
    char *theirs = strcpy(real, a), *ours = strcpy(mine, a);
    char *p, *q, *rest, *my_rest;
    do {
        p = strsep(&theirs, set), q = model_strsep(&ours, set);
        SAME((p ? p - real : -1) == (q ? q - mine : -1), "%s %s", a, set);
        SAME((theirs ? theirs - real : -1) == (ours ? ours - mine : -1), "%s %s", a, set);
    } while (p && q);
    strcpy(real, a), strcpy(mine, a);
    p = strtok_r(real, set, &rest), q = model_strtok_r(mine, set, &my_rest);
    while (p && q) {
        SAME(p - real == q - mine, "%s %s", a, set);
        p = strtok_r(0, set, &rest), q = model_strtok_r(0, set, &my_rest);
    }
    SAME(!p && !q && !memcmp(real, mine, 40), "%s %s", a, set);
    strcpy(real, a), strcpy(mine, a);
    p = strtok(real, set), q = model_strtok(mine, set);
    while (p && q) {
        SAME(p - real == q - mine, "%s %s", a, set);
        p = strtok(0, set), q = model_strtok(0, set);
    }
    SAME(!p && !q && !memcmp(real, mine, 40), "%s %s", a, set);
}

int main(void)
{
    for (int i = 0; i < 4000; i++) {
        memset(a, 0, sizeof a), memset(b, 0, sizeof b);
        string(a, 12), string(b, 12);
        if (any(3) == 0)
            strcpy(b, a);
        reading();
        writing();
        splitting();
    }
    return finish();
}
