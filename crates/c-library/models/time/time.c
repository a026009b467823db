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

/* The clock shows a year before 9999. */
long time(long *at)
{
    long now = __VERIFIER_nondet_long();
    if (now < -1 || now > 253370764799ll)
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
    /* Exact before it is rounded. */
    if (end < start)
        return -(double)((unsigned long)start - (unsigned long)end);
    return (double)((unsigned long)end - (unsigned long)start);
}

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

int gettimeofday(struct timeval *now, struct timezone *zone)
{
    if (zone != 0) {
        zone->tz_minuteswest = 0;
        zone->tz_dsttime = 0;
    }
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
    /* Interrupted, or asked for what is no time. */
    if (left != 0 && wanted.tv_sec >= 0 && __VERIFIER_nondet_bool()) {
        long seconds = __VERIFIER_nondet_long();
        left->tv_sec = seconds < 0 || seconds > wanted.tv_sec ? wanted.tv_sec : seconds;
        left->tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    }
    __linchpin_set_errno();
    return -1;
}
