extern unsigned __VERIFIER_nondet_uint(void);
extern int __linchpin_unmodelled_int(void);
extern int __linchpin_draw_again(void);

static unsigned draw(void)
{
    if (__linchpin_draw_again())
        return (unsigned)__linchpin_unmodelled_int();
    return __VERIFIER_nondet_uint();
}

int rand(void)
{
    return (int)(draw() >> 1);
}

long random(void)
{
    return (long)(draw() >> 1);
}

/* Equal seeds give equal numbers. */
int rand_r(unsigned *seed)
{
    unsigned old = *seed;
    *seed = (unsigned)__linchpin_unmodelled_int();
    return (int)((unsigned)__linchpin_unmodelled_int() >> 1);
}
