extern unsigned __VERIFIER_nondet_uint(void);
extern int __linchpin_unmodelled_int(void);
extern int __linchpin_draw_again(void);

static unsigned draw(void)
{
    if (__linchpin_draw_again())
        return (unsigned)__linchpin_unmodelled_int();
    return __VERIFIER_nondet_uint();
}

/* 48 bits below one. */
static double below_one(unsigned high, unsigned low)
{
    return ((double)high + (double)(low >> 16) / 65536.0) / 4294967296.0;
}

/* Equal states give equal numbers and states. */
static unsigned next(unsigned short state[3])
{
    for (int i = 0; i < 3; i++) {
        unsigned short old = state[i];
        state[i] = (unsigned short)__linchpin_unmodelled_int();
    }
    return (unsigned)__linchpin_unmodelled_int();
}

double drand48(void)
{
    unsigned high = draw();
    return below_one(high, draw());
}

double erand48(unsigned short state[3])
{
    unsigned high = next(state);
    return below_one(high, (unsigned)__linchpin_unmodelled_int());
}

long lrand48(void)
{
    return (long)(draw() >> 1);
}

long nrand48(unsigned short state[3])
{
    return (long)(next(state) >> 1);
}

long mrand48(void)
{
    return (long)(int)draw();
}
