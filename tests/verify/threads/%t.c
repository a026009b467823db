/*
 * A failing run of `race-of-two-increments.c`, written by Linchpin 0.1.0.
 *
 * verdict:    FALSE(no-data-race)
 * violation:  race-of-two-increments.c:12:5: data race: threads 3 and 2 access one place at the same time, here and at race-of-two-increments.c:12:5
 * compile:    cc -w -g -fno-builtin -fno-strict-aliasing -fwrapv -fsanitize=thread -pthread race-of-two-increments.c %t.c -o reproducer -lm
 * run:        ./reproducer
 * expect:     "WARNING: ThreadSanitizer: data race" on the standard error stream, and exit status 1
 */

extern int dprintf(int, const char *, ...);
extern void _Exit(int);
extern void abort(void);
#define UNSEEN __attribute__((no_instrument_function))

