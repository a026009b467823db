typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_may_set_errno(void);
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct timespec {
    long tv_sec;
    long tv_nsec;
};

struct timeval {
    long tv_sec;
    long tv_usec;
};

long time(long *at)
{
    long now = __VERIFIER_nondet_long();
    if (now < -1)
        now = -1;
    if (at != 0)
        *at = now;
    return now;
}

long clock(void)
{
    long used = __VERIFIER_nondet_long();
    __linchpin_may_set_errno();
    return used < -1 ? -1 : used;
}

double difftime(long end, long start)
{
    return (double)end - (double)start;
}

int gettimeofday(struct timeval *now, void *zone)
{
    if (now != 0) {
        long seconds = __VERIFIER_nondet_long();
        now->tv_sec = seconds < 0 ? 0 : seconds;
        now->tv_usec = (long)(__VERIFIER_nondet_uint() % 1000000);
    }
    return 0;
}

int clock_gettime(int clock, struct timespec *now)
{
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    long seconds = __VERIFIER_nondet_long();
    now->tv_sec = seconds < 0 ? 0 : seconds;
    now->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    return clock_gettime(0, now) == 0 ? base : 0;
}

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    struct timespec wanted = *asked;
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (left != 0) {
        left->tv_sec = wanted.tv_sec;
        left->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    __linchpin_set_errno();
    return -1;
}
