// See the-source-must-guess-early.target.c.
extern int __VERIFIER_nondet_int(void);
extern void first(void);
extern void second(void);

int f(void)
{
    int chosen = __VERIFIER_nondet_int();
    first();
    second();
    return chosen;
}
