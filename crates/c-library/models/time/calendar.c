/* Broken-down times: any that exist, in the program's or the library's object. */
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

static int below(unsigned n)
{
    return (int)(__VERIFIER_nondet_uint() % n);
}

static struct tm *any_time(struct tm *to)
{
    __linchpin_may_set_errno();
    to->tm_sec = below(61);
    to->tm_min = below(60);
    to->tm_hour = below(24);
    to->tm_mday = 1 + below(31);
    to->tm_mon = below(12);
    to->tm_year = __VERIFIER_nondet_int();
    to->tm_wday = below(7);
    to->tm_yday = below(366);
    to->tm_isdst = below(3) - 1;
    to->tm_gmtoff = (long)below(86400) - 43200;
    to->tm_zone = "UTC";
    return to;
}

static struct tm *failed(void)
{
    __linchpin_set_errno();
    return 0;
}

struct tm *localtime(const long *time)
{
    long given = *time;
    return __VERIFIER_nondet_bool() ? failed() : any_time(&__linchpin_shared_time);
}

struct tm *gmtime(const long *time)
{
    long given = *time;
    return __VERIFIER_nondet_bool() ? failed() : any_time(&__linchpin_shared_time);
}

struct tm *localtime_r(const long *time, struct tm *to)
{
    long given = *time;
    return __VERIFIER_nondet_bool() ? failed() : any_time(to);
}

struct tm *gmtime_r(const long *time, struct tm *to)
{
    long given = *time;
    return __VERIFIER_nondet_bool() ? failed() : any_time(to);
}

long mktime(struct tm *time)
{
    struct tm given = *time;
    any_time(time);
    return __VERIFIER_nondet_long();
}

long timegm(struct tm *time)
{
    return mktime(time);
}

static char *any_text(char *to)
{
    __linchpin_may_set_errno();
    __linchpin_any_bytes(to, 25);
    to[24] = 10;
    to[25] = 0;
    return to;
}

char *asctime(const struct tm *time)
{
    struct tm given = *time;
    return any_text(__linchpin_time_text);
}

char *asctime_r(const struct tm *time, char *to)
{
    struct tm given = *time;
    return any_text(to);
}

char *ctime(const long *time)
{
    long given = *time;
    return any_text(__linchpin_time_text);
}

char *ctime_r(const long *time, char *to)
{
    long given = *time;
    return any_text(to);
}

/* Any text that fits, or nothing. */
size_t strftime(char *s, size_t size, const char *format, const struct tm *time)
{
    strlen(format);
    struct tm given = *time;
    __linchpin_may_set_errno();
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
