/*
 * A failing run of `tests/reproducer/arguments-of-main.c`, written by Linchpin 0.1.0.
 *
 * verdict:    FALSE(unreach-call)
 * violation:  tests/reproducer/arguments-of-main.c:11:9: does not hold: `reach_error` is never called
 * compile:    cc -w -g -fno-builtin -fno-strict-aliasing -fwrapv -Wl,--wrap=main tests/reproducer/arguments-of-main.c %t.c -o reproducer -lm
 * run:        ./reproducer
 * expect:     "linchpin: the error" on the standard error stream, and exit status 1
 */

extern int dprintf(int, const char *, ...);
extern void _Exit(int);
extern void abort(void);
#define UNSEEN __attribute__((no_instrument_function))

UNSEEN void reach_error()
{
    dprintf(2, "linchpin: the error function reach_error was called\n");
    _Exit(1);
}

UNSEEN __attribute__((noinline)) static void linchpin_clear_stack(void)
{
    volatile char area[1 << 18];
    for (unsigned long i = 0; i < sizeof area; i++)
        area[i] = 0;
}

/* What `main` is called with. */
static char linchpin_argument0[] = "";
static char linchpin_argument1[] = "-n\000";
static char linchpin_argument2[] = "\\a";
static char *linchpin_arguments[4] = { linchpin_argument0, linchpin_argument1, linchpin_argument2, };
extern int __real_main(int, char **, char **);
UNSEEN int __wrap_main(int argc, char **argv, char **envp)
{
    argc = 3;
    argv = linchpin_arguments;
    linchpin_clear_stack();
    *(volatile char *)__builtin_alloca(1 << 14) = 0;
    return __real_main(argc, argv, envp);
}
