//@ run: refine %s tests/refine/unknown/the-source-must-guess-early.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: it would have to guess early what the target does later
// Each run has a partner: a source that chose the same number before the first call. Step by step it
// cannot know which one that will be.
extern int __VERIFIER_nondet_int(void);
extern void first(void);
extern void second(void);

int f(void)
{
    first();
    second();
    return __VERIFIER_nondet_int();
}
