/* Times: what the models leave open holds what the library does, in several zones. */
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

/* Every part of a time, of one that the model makes and of the real one. */
static void parts_within(struct tm *real, struct tm *(*make)(const time_t *), time_t at)
{
    static const size_t parts[] = { offsetof(struct tm, tm_sec), offsetof(struct tm, tm_min),
        offsetof(struct tm, tm_hour), offsetof(struct tm, tm_mday), offsetof(struct tm, tm_mon),
        offsetof(struct tm, tm_year), offsetof(struct tm, tm_wday), offsetof(struct tm, tm_yday),
        offsetof(struct tm, tm_isdst) };
    struct tm *made, last = *real;
#define MADE (made = make(&at), made ? (last = *made, 0) : 0)
    do
        made = make(&at);
    while (made == 0);
    last = *made;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        WITHIN(*(int *)((char *)real + parts[i]),
               (MADE, *(int *)((char *)&last + parts[i])));
    WITHIN(real->tm_gmtoff, (MADE, last.tm_gmtoff));
    is_unmodelled = 0;
    MADE;
    SAME(is_unmodelled || !strcmp(real->tm_zone, last.tm_zone), "%s", real->tm_zone);
}

static struct tm *gmtime_in_place(const time_t *at)
{
    static struct tm parts;
    return model_gmtime_r(at, &parts);
}

static void broken_down(void)
{
    time_t at = moment();
    struct tm real, *theirs = localtime(&at);
    if (theirs) {
        real = *theirs;
        parts_within(&real, model_localtime, at);
    } else {
        WITHIN(0, model_localtime(&at) != 0);
    }
    theirs = gmtime(&at);
    if (theirs) {
        real = *theirs;
        parts_within(&real, model_gmtime, at);
        parts_within(&real, gmtime_in_place, at);
    }
}

/* With parts outside of their ranges, which it puts right, and with years that it cannot. */
static void made(void)
{
    struct tm given = { 0 };
    given.tm_sec = (int)any(200) - 50;
    given.tm_mon = (int)any(40) - 12;
    given.tm_mday = (int)any(80) - 20;
    given.tm_year = any(4) ? (int)any(300) : 2147483647;
    given.tm_isdst = -1;
    struct tm real = given, mine;
    time_t theirs = mktime(&real);
    WITHIN(theirs / 65536, (mine = given, model_mktime(&mine)) / 65536);
    WITHIN(real.tm_mday, (mine = given, model_mktime(&mine), mine.tm_mday));
    WITHIN(real.tm_mon, (mine = given, model_mktime(&mine), mine.tm_mon));
    WITHIN(real.tm_gmtoff, (mine = given, model_mktime(&mine), mine.tm_gmtoff));
    real = given;
    theirs = timegm(&real);
    WITHIN(real.tm_mday, (mine = given, model_timegm(&mine), mine.tm_mday));
    WITHIN(real.tm_year, (mine = given, model_timegm(&mine), mine.tm_year));
}

static void texts(void)
{
    time_t at = moment();
    struct tm *parts = gmtime(&at);
    char real[80], mine[80];
    if (parts) {
        struct tm given = *parts;
        char *theirs = asctime(&given);
        is_unmodelled = 0;
        char *ours = model_asctime(&given);
        SAME(is_unmodelled || theirs && strlen(theirs) == 25 && theirs[24] == ours[24], "%s", theirs);
        size_t size = any(40), n = strftime(real, size, "%Y-%m-%d %H", &given);
        WITHIN(n, model_strftime(mine, size, "%Y-%m-%d %H", &given));
    }
    char *theirs = ctime(&at);
    is_unmodelled = 0;
    char *ours = model_ctime(&at);
    SAME(is_unmodelled || theirs && strlen(theirs) == 25 && theirs[24] == ours[24], "%ld", (long)at);
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
    static const char *const zones[] = { "UTC0", "XYZ-14", "ABC+12", "LongName-5:30", "CET-1CEST" };
    for (int i = 0; i < 30; i++) {
        setenv("TZ", zones[i % 5], 1);
        tzset();
        broken_down();
        made();
    }
    for (int i = 0; i < 2000; i++)
        differences();
    for (int i = 0; i < 100; i++)
        texts();
    clocks();
    sleeps();
    return finish();
}
