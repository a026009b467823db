/* Broken-down times, in the program's or the library's object: exact for UTC and for one zone of
   one offset, which is any; what a zone with summer time makes of a time is not modelled. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_set_errno(void);
extern void __linchpin_may_set_errno(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __linchpin_unmodelled_int(void);
extern long __linchpin_unmodelled_long(void);
extern char *__linchpin_unmodelled_text(char *, size_t, size_t);
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

/* What the zone is called is not modelled. */
static char name_of_zone[64];

/* The zone does not change while a program runs. */
static int has_zone;
static long offset_of_zone;

static int is_of_one_offset(void)
{
    __linchpin_zone_is_looked_up();
    if (!has_zone) {
        has_zone = 1 + __VERIFIER_nondet_bool();
        offset_of_zone = (long)(__VERIFIER_nondet_uint() % 180001) - 90000;
    }
    return has_zone == 1;
}

static const char *zone(void)
{
    return __linchpin_unmodelled_text(name_of_zone, sizeof name_of_zone, 3);
}

static struct tm *failed(void)
{
    __linchpin_set_errno();
    return 0;
}

/* Changes nothing where the value is computed; says to provers what is known of it. */
static int within(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static long long rounded_down(long long value, long long by)
{
    return value / by - (value % by < 0);
}

static int is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The year does, in every zone: for provers, who cannot divide. */
static int has_four_digits(long long seconds)
{
    return seconds >= -30600000000 && seconds <= 253380000000;
}

/* The day of 1 March of the year 0 is 719468 days before that of 1970; 400 years have 146097. */
static int broken_down(struct tm *to, long long seconds)
{
    long long whole = rounded_down(seconds, 86400);
    long long day = whole + 719468;
    int rest = within((int)(seconds - whole * 86400), 0, 86399);
    long long age = rounded_down(day, 146097);
    int of_age = within((int)(day - age * 146097), 0, 146096);
    int years = (of_age - of_age / 1460 + of_age / 36524 - of_age / 146096) / 365;
    int year_of_age = within(years, 0, 399);
    int from_march = of_age - (365 * year_of_age + year_of_age / 4 - year_of_age / 100);
    from_march = within(from_march, 0, 365);
    int month = within((5 * from_march + 2) / 153, 0, 11);
    long long year = age * 400 + year_of_age + (month >= 10);
    if (has_four_digits(seconds))
        year = within((int)year, 1000, 9999);
    else if (year - 1900 != (int)(year - 1900))
        return 0;
    int of_year = month >= 10 ? from_march - 306 : from_march + 59 + is_leap(year);
    to->tm_sec = within(rest % 60, 0, 59);
    to->tm_min = within(rest / 60 % 60, 0, 59);
    to->tm_hour = within(rest / 3600, 0, 23);
    to->tm_mday = within(from_march - (153 * month + 2) / 5 + 1, 1, 31);
    to->tm_mon = within(month >= 10 ? month - 10 : month + 2, 0, 11);
    to->tm_year = (int)(year - 1900);
    to->tm_wday = within((int)((day + 3) - rounded_down(day + 3, 7) * 7), 0, 6);
    to->tm_yday = within(of_year, 0, 365);
    return 1;
}

/* Decides by the value: a part that was never set is an error. */
static long long told(int part)
{
    return part < 0 ? -(-(long long)part) : part;
}

static long long seconds_of(const struct tm *from)
{
    long long months = told(from->tm_mon);
    long long years = told(from->tm_year) + rounded_down(months, 12) + 1900;
    int month = (int)(months - rounded_down(months, 12) * 12);
    years -= month < 2;
    long long age = rounded_down(years, 400);
    int year_of_age = (int)(years - age * 400);
    int from_march = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5;
    int of_age = 365 * year_of_age + year_of_age / 4 - year_of_age / 100 + from_march;
    long long day = age * 146097 + of_age - 719468 + told(from->tm_mday) - 1;
    return day * 86400 + told(from->tm_hour) * 3600 + told(from->tm_min) * 60 + told(from->tm_sec);
}

static int unmodelled_within(int least, int most)
{
    return within(__linchpin_unmodelled_int(), least, most);
}

static void unmodelled(struct tm *to)
{
    to->tm_sec = unmodelled_within(0, 60);
    to->tm_min = unmodelled_within(0, 59);
    to->tm_hour = unmodelled_within(0, 23);
    to->tm_mday = unmodelled_within(1, 31);
    to->tm_mon = unmodelled_within(0, 11);
    to->tm_year = __linchpin_unmodelled_int();
    to->tm_wday = unmodelled_within(0, 6);
    to->tm_yday = unmodelled_within(0, 365);
    to->tm_isdst = unmodelled_within(0, 1);
    to->tm_gmtoff = unmodelled_within(-90000, 90000);
    to->tm_zone = zone();
}

static void of_one_offset(struct tm *to, long offset)
{
    to->tm_isdst = 0;
    to->tm_gmtoff = offset;
    to->tm_zone = zone();
}

/* The library gives up some years before their numbers do not fit. */
static int is_far(long long seconds)
{
    return seconds > 67760000000000000ll || seconds < -67760000000000000ll;
}

static struct tm *local_time(struct tm *to, long long seconds)
{
    if (!is_of_one_offset()) {
        if (is_far(seconds) && __linchpin_unmodelled_int())
            return failed();
        unmodelled(to);
        if (has_four_digits(seconds))
            to->tm_year = within(to->tm_year, -900, 8099);
        return to;
    }
    if (seconds > 9000000000000000000ll || seconds < -9000000000000000000ll
        || !broken_down(to, seconds + offset_of_zone))
        return failed();
    of_one_offset(to, offset_of_zone);
    return to;
}

/* For texts of times. */
struct tm *__linchpin_local_time(const long *time, struct tm *to)
{
    return local_time(to, *time);
}

/* Fails only where the year does not fit, as POSIX has it. */
struct tm *localtime_r(const long *time, struct tm *to)
{
    __linchpin_may_set_errno();
    return local_time(to, *time);
}

struct tm *gmtime_r(const long *time, struct tm *to)
{
    if (!broken_down(to, *time))
        return failed();
    __linchpin_may_set_errno();
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

struct tm *localtime(const long *time)
{
    return localtime_r(time, &__linchpin_shared_time);
}

struct tm *gmtime(const long *time)
{
    return gmtime_r(time, &__linchpin_shared_time);
}

static long no_time(void)
{
    __linchpin_set_errno();
    return -1;
}

/* Where it fails, the time stays as it is. */
static long unmodelled_seconds(struct tm *time)
{
    if (__linchpin_unmodelled_int())
        return no_time();
    __linchpin_may_set_errno();
    unmodelled(time);
    return __linchpin_unmodelled_long();
}

/* A time that is said to be one of summer depends on whether the zone has a summer. */
long mktime(struct tm *time)
{
    long long seconds = seconds_of(time);
    struct tm made;
    if (told(time->tm_isdst) > 0 || !is_of_one_offset())
        return unmodelled_seconds(time);
    if (!broken_down(&made, seconds))
        return no_time();
    if (is_far(seconds))
        return unmodelled_seconds(time);
    __linchpin_may_set_errno();
    of_one_offset(&made, offset_of_zone);
    *time = made;
    return (long)(seconds - offset_of_zone);
}

long timegm(struct tm *time)
{
    long long seconds = seconds_of(time);
    struct tm made;
    if (!broken_down(&made, seconds))
        return no_time();
    if (is_far(seconds))
        return unmodelled_seconds(time);
    __linchpin_may_set_errno();
    made.tm_isdst = 0;
    made.tm_gmtoff = 0;
    made.tm_zone = "GMT";
    *time = made;
    return (long)seconds;
}
