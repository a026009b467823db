/* Threads by their numbers. */
extern int __linchpin_self(void);

unsigned long pthread_self(void)
{
    return (unsigned long)__linchpin_self();
}

int pthread_equal(unsigned long one, unsigned long other)
{
    return one == other;
}

unsigned long thrd_current(void)
{
    return (unsigned long)__linchpin_self();
}

int thrd_equal(unsigned long one, unsigned long other)
{
    return one == other;
}
