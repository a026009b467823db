typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_set_errno_to(int);
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

/* What the process has used does not become less. */
static long used_before;

long clock(void)
{
    long used = __VERIFIER_nondet_long();
    __linchpin_may_set_errno();
    /* In microseconds, and nobody has counted for longer than the clock shows years. */
    if (used < 0 || (sizeof used > 4 && used > 250000000000 * 1000000))
        return -1;
    /* A narrow counter begins anew. */
    if (sizeof used > 4 && used < used_before)
        used = used_before;
    used_before = used;
    return used;
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

/* The clocks that nobody sets, by their numbers. */
static struct timespec last[12];

static int is_steady(int clock)
{
    return clock >= 1 && clock <= 7 && clock != 5;
}

/* The clocks of Linux are there; others need not be. */
int clock_gettime(int clock, struct timespec *now)
{
    if ((clock < 0 || clock > 11) && __VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    long seconds = __VERIFIER_nondet_long();
    struct timespec found;
    found.tv_sec = seconds < 0 ? 0 : seconds;
    found.tv_nsec = (long)(__VERIFIER_nondet_uint() % 1000000000);
    if (is_steady(clock)) {
        struct timespec *before = &last[clock];
        if (found.tv_sec < before->tv_sec
            || (found.tv_sec == before->tv_sec && found.tv_nsec < before->tv_nsec))
            found = *before;
        *before = found;
    }
    *now = found;
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    return base == 1 && clock_gettime(0, now) == 0 ? base : 0;
}

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    struct timespec wanted = *asked;
    if (wanted.tv_sec < 0 || wanted.tv_nsec < 0 || wanted.tv_nsec > 999999999) {
        __linchpin_set_errno_to(22);
        return -1;
    }
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (left != 0) {
        long seconds = __VERIFIER_nondet_long();
        long rest = (long)(__VERIFIER_nondet_uint() % 1000000000);
        seconds = seconds < 0 || seconds > wanted.tv_sec ? wanted.tv_sec : seconds;
        left->tv_nsec = seconds == wanted.tv_sec && rest > wanted.tv_nsec ? wanted.tv_nsec : rest;
        left->tv_sec = seconds;
    }
    __linchpin_set_errno_to(4);
    return -1;
}
