/* What the system says of itself and of the process. */
extern long __VERIFIER_nondet_long(void);
extern int __linchpin_unmodelled_int(void);
extern void __linchpin_may_set_errno(void);

long sysconf(int name)
{
    /* Memory comes in pages of this size. */
    if (name == 30)
        return 4096;
    long value = __VERIFIER_nondet_long();
    if (value >= 0)
        return value;
    __linchpin_may_set_errno();
    return -1;
}

/* They tell what was set before. */
unsigned umask(unsigned mask)
{
    return (unsigned)__linchpin_unmodelled_int() & 511;
}

unsigned alarm(unsigned seconds)
{
    return (unsigned)__linchpin_unmodelled_int();
}
