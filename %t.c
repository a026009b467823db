/*
 * A failing run of `tests/reproducer/block-left-at-an-abrupt-end.c`, written by Linchpin 0.1.0.
 *
 * verdict:    FALSE(valid-memcleanup)
 * violation:  tests/reproducer/block-left-at-an-abrupt-end.c:14:9: block allocated at line 12 is not freed
 * compile:    cc -w -g -fno-builtin -fno-strict-aliasing -fwrapv -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free -Wl,--wrap=_exit,--wrap=_Exit,--wrap=abort tests/reproducer/block-left-at-an-abrupt-end.c %t.c -o reproducer -lm
 * run:        ./reproducer
 * expect:     "linchpin: heap blocks left" on the standard error stream, and exit status 1
 */

extern int dprintf(int, const char *, ...);
extern void _Exit(int);
extern void abort(void);
#define UNSEEN __attribute__((no_instrument_function))

/* What calls return, in the order of the run: the function, the value as bits; `nondet` is any
   function whose name starts with __VERIFIER_nondet_. */
static const struct { const char *function; unsigned long long bits[2]; char **base; } linchpin_results[] = {
    { "__VERIFIER_nondet_int", { 0x3ull }, 0 }, /* tests/reproducer/block-left-at-an-abrupt-end.c:13:9: `__VERIFIER_nondet_int()` = 3 */
    { 0, { 0 }, 0 }
};
static char linchpin_is_used[sizeof linchpin_results / sizeof *linchpin_results];
static unsigned long linchpin_first, linchpin_n_beyond;

UNSEEN static int linchpin_same(const char *a, const char *b)
{
    for (; *a && *a == *b; a++)
        b++;
    return *a == *b;
}

/* Compilers evaluate operands in an order of their own, so each function has its own turn.
   Whoever has no value left gets zero; nobody looked at it before the failure. */
UNSEEN static void linchpin_take(const char *function, const char *kind, void *result, unsigned long size)
{
    for (unsigned long i = 0; i < size; i++)
        ((char *)result)[i] = 0;
    while (linchpin_results[linchpin_first].function && linchpin_is_used[linchpin_first])
        linchpin_first++;
    for (unsigned long n = linchpin_first; linchpin_results[n].function; n++)
        if (!linchpin_is_used[n] && (linchpin_same(linchpin_results[n].function, function) || linchpin_same(linchpin_results[n].function, kind))) {
            linchpin_is_used[n] = 1;
            for (unsigned long i = 0; i < size && i < sizeof linchpin_results[n].bits; i++)
                ((char *)result)[i] = ((const char *)linchpin_results[n].bits)[i];
            if (linchpin_results[n].base)
                *(char **)result = *linchpin_results[n].base + linchpin_results[n].bits[0];
            return;
        }
    if (linchpin_results[linchpin_first].function)
        return;
    if (++linchpin_n_beyond > 1000) {
        dprintf(2, "linchpin: the run goes on behind its last input\n");
        _Exit(77);
    }
}

UNSEEN int __VERIFIER_nondet_int()
{
    int result;
    linchpin_take("__VERIFIER_nondet_int", "nondet", &result, sizeof result);
    return result;
}

/* What new heap blocks hold: block, offset, byte; everything else is zero. */
static const struct { unsigned block; unsigned long offset; unsigned char byte; } linchpin_held[] = {
    { -1u, 0, 0 }
};
static unsigned linchpin_n_blocks;
static long linchpin_n_live;
extern void *__real_calloc(unsigned long, unsigned long);
extern void *__real_realloc(void *, unsigned long);
extern void __real_free(void *);
UNSEEN static void *linchpin_hold(char *block, unsigned long size)
{
    for (unsigned i = 0; block && linchpin_held[i].block != -1u; i++)
        if (linchpin_held[i].block == linchpin_n_blocks && linchpin_held[i].offset < size)
            block[linchpin_held[i].offset] = linchpin_held[i].byte;
    linchpin_n_blocks++;
    return block;
}
UNSEEN void *__wrap_malloc(unsigned long size)
{
    linchpin_n_live++;
    return linchpin_hold(__real_calloc(1, size ? size : 1), size);
}
UNSEEN void *__wrap_calloc(unsigned long n, unsigned long size)
{
    linchpin_n_blocks++;
    linchpin_n_live++;
    return __real_calloc(n, size);
}
UNSEEN void *__wrap_realloc(void *old, unsigned long size)
{
    if (!old)
        return __wrap_malloc(size);
    linchpin_n_live -= size == 0;
    void *block = __real_realloc(old, size);
    return size ? linchpin_hold(block, size) : 0;
}
UNSEEN void __wrap_free(void *block)
{
    linchpin_n_live -= block != 0;
    __real_free(block);
}
UNSEEN __attribute__((destructor)) static void linchpin_count(void)
{
    static char is_done;
    if (is_done++)
        return;
    if (linchpin_n_live > 0) {
        dprintf(2, "linchpin: heap blocks left at the end: %ld\n", linchpin_n_live);
        _Exit(1);
    }
}
extern void __real__exit(int), __real__Exit(int), __real_abort(void);
UNSEEN void __wrap__exit(int status)
{
    linchpin_count();
    __real__exit(status);
}
UNSEEN void __wrap__Exit(int status)
{
    linchpin_count();
    __real__Exit(status);
}
UNSEEN void __wrap_abort(void)
{
    linchpin_count();
    __real_abort();
}
