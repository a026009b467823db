/* Times: the models give what the library does; what they leave open holds it. */
#include "random.h"
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

struct tm *model_localtime(const time_t *), *model_gmtime(const time_t *);
struct tm *model_gmtime_r(const time_t *, struct tm *);
time_t model_time(time_t *), model_mktime(struct tm *), model_timegm(struct tm *);
char *model_asctime(const struct tm *), *model_ctime(const time_t *);
size_t model_strftime(char *, size_t, const char *, const struct tm *);
double model_difftime(time_t, time_t);
int model_gettimeofday(struct timeval *, void *), model_clock_gettime(int, struct timespec *);
int model_nanosleep(const struct timespec *, struct timespec *);

static time_t moment(void)
{
    static const time_t special[] = { 0, -1, 951782400, 4102444800, -2208988800, 253370764799,
        -30578688000, 67767976233532799, -67768040609740800, 86399, 31535999, 31536000 };
    long long far = ((long long)any(65536) << 20) * (any(2) ? 1 : -1);
    return any(3) ? special[any(12)] + (time_t)any(3) - 1 : far + (time_t)any(65536);
}

/* Where the library may give up, so does the model. */
static int is_far(time_t at)
{
    return at > 67750000000000000 || at < -67750000000000000;
}

static int is_same_time(const struct tm *real, const struct tm *mine)
{
    return real->tm_sec == mine->tm_sec && real->tm_min == mine->tm_min
           && real->tm_hour == mine->tm_hour && real->tm_mday == mine->tm_mday
           && real->tm_mon == mine->tm_mon && real->tm_year == mine->tm_year
           && real->tm_wday == mine->tm_wday && real->tm_yday == mine->tm_yday
           && real->tm_isdst == mine->tm_isdst && real->tm_gmtoff == mine->tm_gmtoff;
}

/* Nothing that the model asks for makes it fail, and its zone has one offset, which is any. */
static void broken_down(void)
{
    time_t at = moment();
    struct tm mine = { 0 }, *ours = model_gmtime(&at), *theirs = gmtime(&at);
    SAME(!theirs == !ours && (!theirs || is_same_time(theirs, ours)), "%ld", (long)at);
    SAME(!theirs || !strcmp(theirs->tm_zone, ours->tm_zone), "%ld", (long)at);
    SAME(!theirs == !model_gmtime_r(&at, &mine), "%ld", (long)at);
    SAME(!theirs || is_same_time(theirs, &mine), "%ld", (long)at);
    ours = model_localtime(&at);
    if (!ours)
        return;
    time_t there = at + ours->tm_gmtoff;
    theirs = gmtime(&there);
    mine = *ours;
    mine.tm_gmtoff = 0;
    SAME(theirs && is_same_time(theirs, &mine), "%ld", (long)at);
    if (is_far(at))
        return;
    time_t back = model_mktime(&mine);
    SAME(back == at && is_same_time(ours, &mine), "%ld: %ld", (long)at, (long)back);
}

/* Parts outside of their ranges are put right, where the year can be told. */
static struct tm wild(void)
{
    static const int special[] = { 2147483647, -2147483647 - 1, 2147481747, -1900, 0 };
    struct tm given = { 0 };
    given.tm_sec = any(4) ? (int)any(200) - 50 : special[any(5)];
    given.tm_min = any(4) ? (int)any(200) - 50 : special[any(5)];
    given.tm_hour = any(4) ? (int)any(100) - 20 : special[any(5)];
    given.tm_mon = any(4) ? (int)any(80) - 30 : special[any(5)];
    given.tm_mday = any(4) ? (int)any(800) - 200 : special[any(5)];
    given.tm_year = any(4) ? (int)any(3000) - 1500 : special[any(5)];
    return given;
}

static void made(void)
{
    struct tm given = wild(), real = given, mine = given;
    is_unmodelled = 0;
    time_t theirs = timegm(&real), ours = model_timegm(&mine);
    SAME(is_unmodelled || theirs == ours && is_same_time(&real, &mine), "%ld %ld", (long)theirs, (long)ours);
}

/* In UTC the model has one zone too: its own. */
static void made_here(void)
{
    struct tm given = wild(), universal = given, mine = given;
    time_t theirs = timegm(&universal), ours = model_mktime(&mine);
    universal.tm_gmtoff = mine.tm_gmtoff;
    SAME(theirs == -1 || is_far(theirs) || theirs == ours + mine.tm_gmtoff && is_same_time(&universal, &mine), "%ld %ld",
         (long)theirs, (long)ours);
}

/* Some text of conversions. */
static void format(char *to)
{
    static const char letters[] = "aAbBcCdDeFhHIjmMnpRStTuwxXyY%";
    unsigned n = any(6);
    for (unsigned i = 0; i < n; i++) {
        *to++ = any(4) ? '%' : 'o';
        if (to[-1] == '%')
            *to++ = letters[any(sizeof letters - 1)];
    }
    *to = 0;
}

static void texts(void)
{
    time_t at = moment();
    struct tm *parts = gmtime(&at);
    char how[20], real[120], mine[120];
    format(how);
    if (parts) {
        struct tm given = *parts;
        char *theirs = asctime(&given);
        is_unmodelled = 0;
        char *ours = model_asctime(&given);
        SAME(is_unmodelled || !strcmp(theirs, ours), "%s %s", theirs, ours);
        is_unmodelled = 0;
        size_t size = any(2) ? 120 : any(40), n = strftime(real, size, how, &given);
        size_t m = model_strftime(mine, size, how, &given);
        SAME(is_unmodelled || n == m && (n == 0 || !strcmp(real, mine)), "`%s`: %s %s", how, real, mine);
    }
    is_unmodelled = 0;
    char *ours = model_ctime(&at);
    time_t there = at + model_localtime(&(time_t){ 0 })->tm_gmtoff;
    SAME(is_unmodelled || !strcmp(asctime(gmtime(&there)), ours), "%ld %s", (long)at, ours);
}

static void differences(void)
{
    time_t first = (time_t)((unsigned long)moment() << any(12)), second = any(2) ? first + (time_t)any(9) : moment();
    double theirs = difftime(first, second), ours = model_difftime(first, second);
    SAME(theirs == ours, "%ld %ld: %g %g", (long)first, (long)second, theirs, ours);
}

static void clocks(void)
{
    time_t now;
    struct timeval day;
    struct timespec ticks;
    WITHIN(time(0) >> 16, model_time(&now) >> 16);
    SAME(gettimeofday(&day, 0) == 0, "no time");
    WITHIN(day.tv_usec, (model_gettimeofday(&day, 0), day.tv_usec));
    int real[2] = { 7, 7 }, mine[2] = { 7, 7 };
    gettimeofday(&day, (void *)real), model_gettimeofday(&day, mine);
    SAME(!memcmp(real, mine, sizeof real), "%d %d", real[0], mine[0]);
    clock_gettime(CLOCK_REALTIME, &ticks);
    WITHIN(ticks.tv_nsec, (model_clock_gettime(0, &ticks), ticks.tv_nsec));
}

static void wake(int signal) { (void)signal; }

/* Interrupted before its first second has passed; asked for what is no time. */
static void sleeps(void)
{
    struct sigaction act = { .sa_handler = wake };
    struct itimerval soon = { .it_value = { 0, 2000 } };
    struct timespec asked = { 2, 5 }, left = { 9, 9 }, mine = { 9, 9 };
    sigaction(SIGALRM, &act, 0);
    setitimer(ITIMER_REAL, &soon, 0);
    int theirs = nanosleep(&asked, &left);
    WITHIN(theirs, model_nanosleep(&asked, &mine));
    WITHIN(left.tv_sec, (model_nanosleep(&asked, &mine), mine.tv_sec));
    struct timespec none = { 1, 1000000000 }, kept = { 9, 9 };
    theirs = nanosleep(&none, &kept);
    WITHIN(theirs, model_nanosleep(&none, &mine));
    WITHIN(kept.tv_nsec, (mine.tv_nsec = 9, model_nanosleep(&none, &mine), mine.tv_nsec));
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    comes("", 0);
    for (int i = 0; i < 4000; i++) {
        broken_down();
        made();
        made_here();
        texts();
    }
    coming = 0;
    for (int i = 0; i < 2000; i++)
        differences();
    clocks();
    sleeps();
    return finish();
}
