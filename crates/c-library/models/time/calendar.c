/* Broken-down times: any in the years around what is given, in the program's or the library's
   object. The text of a year without four digits is undefined (C17 7.27.3.1p2). */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_may_set_errno(void);
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern size_t strlen(const char *);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unmodelled_bytes(void *, size_t);
extern void __linchpin_unsupported(const char *);
extern void __linchpin_zone_is_looked_up(void);

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* Not static: whatever is linked with the program may write here too. */
struct tm __linchpin_shared_time;
char __linchpin_time_text[26];

/* Which zone is set is not modelled. */
static char zone[64];

static int below(unsigned n)
{
    return (int)(__VERIFIER_nondet_uint() % n);
}

static struct tm *failed(void)
{
    __linchpin_set_errno();
    return 0;
}

static void any_moment(struct tm *to, int year)
{
    to->tm_sec = below(61);
    to->tm_min = below(60);
    to->tm_hour = below(24);
    to->tm_mday = 1 + below(31);
    to->tm_mon = below(12);
    to->tm_year = year;
    to->tm_wday = below(7);
    to->tm_yday = below(366);
}

static void any_zone(struct tm *to)
{
    __linchpin_zone_is_looked_up();
    __linchpin_unmodelled_bytes(zone, sizeof zone - 1);
    to->tm_isdst = below(3) - 1;
    to->tm_gmtoff = (long)below(180001) - 90000;
    to->tm_zone = zone;
}

/* A year has 31556952 seconds, on the whole; no zone is a year away. */
static struct tm *any_time(struct tm *to, long seconds)
{
    long long first = 70 + seconds / 31556952 - (seconds < 0 ? 2 : 1);
    long long year = first + below(seconds < 0 ? 4 : 3);
    if (year != (int)year || __VERIFIER_nondet_bool())
        return failed();
    __linchpin_may_set_errno();
    any_moment(to, (int)year);
    return to;
}

static struct tm *any_local_time(struct tm *to, long seconds)
{
    any_zone(to);
    return any_time(to, seconds);
}

static struct tm *any_universal_time(struct tm *to, long seconds)
{
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return any_time(to, seconds);
}

struct tm *localtime(const long *time)
{
    return any_local_time(&__linchpin_shared_time, *time);
}

struct tm *gmtime(const long *time)
{
    return any_universal_time(&__linchpin_shared_time, *time);
}

struct tm *localtime_r(const long *time, struct tm *to)
{
    return any_local_time(to, *time);
}

struct tm *gmtime_r(const long *time, struct tm *to)
{
    return any_universal_time(to, *time);
}

/* Where it fails, the time stays as it is. */
static long any_seconds(void)
{
    if (__VERIFIER_nondet_bool()) {
        __linchpin_set_errno();
        return -1;
    }
    __linchpin_may_set_errno();
    return __VERIFIER_nondet_long();
}

long mktime(struct tm *time)
{
    struct tm given = *time;
    __linchpin_zone_is_looked_up();
    long seconds = any_seconds();
    if (seconds != -1 || __VERIFIER_nondet_bool()) {
        any_moment(time, __VERIFIER_nondet_int());
        any_zone(time);
    }
    return seconds;
}

long timegm(struct tm *time)
{
    struct tm given = *time;
    long seconds = any_seconds();
    if (seconds != -1 || __VERIFIER_nondet_bool()) {
        any_moment(time, __VERIFIER_nondet_int());
        time->tm_isdst = 0;
        time->tm_gmtoff = 0;
        time->tm_zone = "GMT";
    }
    return seconds;
}

static char *any_text(char *to)
{
    __linchpin_may_set_errno();
    __linchpin_any_bytes(to, 24);
    to[24] = 10;
    to[25] = 0;
    return to;
}

static int is_within(int value, int least, int most)
{
    return value >= least && value <= most;
}

static void ask_for_text(const struct tm *time)
{
    struct tm given = *time;
    if (!is_within(given.tm_year, -900, 8099) || !is_within(given.tm_mon, 0, 11)
        || !is_within(given.tm_mday, 1, 31) || !is_within(given.tm_hour, 0, 23)
        || !is_within(given.tm_min, 0, 59) || !is_within(given.tm_sec, 0, 60)
        || !is_within(given.tm_wday, 0, 6))
        __linchpin_unsupported("the text of a time with parts outside of their ranges");
}

char *asctime(const struct tm *time)
{
    ask_for_text(time);
    return any_text(__linchpin_time_text);
}

char *asctime_r(const struct tm *time, char *to)
{
    ask_for_text(time);
    return any_text(to);
}

/* The years 1001 to 9998, in every zone. */
static void ask_for_text_of(long seconds)
{
    __linchpin_zone_is_looked_up();
    if (seconds < -30578688000ll || seconds > 253370764800ll)
        __linchpin_unsupported("the text of a year that may not have four digits");
}

char *ctime(const long *time)
{
    ask_for_text_of(*time);
    return any_text(__linchpin_time_text);
}

char *ctime_r(const long *time, char *to)
{
    ask_for_text_of(*time);
    return any_text(to);
}

/* Any text that fits, or nothing. */
size_t strftime(char *s, size_t size, const char *format, const struct tm *time)
{
    strlen(format);
    struct tm given = *time;
    __linchpin_may_set_errno();
    __linchpin_zone_is_looked_up();
    size_t n = (size_t)__VERIFIER_nondet_ulong();
    if (n >= size) {
        if (size > 0)
            __linchpin_any_bytes(s, size);
        return 0;
    }
    __linchpin_any_bytes(s, n + 1);
    for (size_t i = 0; i < n; i++)
        if (s[i] == 0)
            s[i] = 32;
    s[n] = 0;
    return n;
}
