/* Times as text, in the locale "C". The text of a year without four digits is undefined (C17
   7.27.3.1p2), and what parts outside of their ranges give is not said. */
typedef __typeof__(sizeof 0) size_t;
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

extern void __linchpin_may_set_errno(void);
extern void *memcpy(void *, const void *, size_t);
extern void __linchpin_unsupported(const char *);
extern void __linchpin_zone_is_looked_up(void);
extern struct tm *__linchpin_local_time(const long *, struct tm *);

/* Not static: whatever is linked with the program may write here too. */
char __linchpin_time_text[26];

static const char days[7][10] = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
                                  "Saturday" };
static const char months[12][10] = { "January", "February", "March", "April", "May", "June",
                                     "July", "August", "September", "October", "November",
                                     "December" };

/* Where a text goes: what does not fit is counted only. */
struct text {
    char *s;
    size_t size;
    size_t at;
};

static void put(struct text *to, int character)
{
    if (to->at < to->size)
        to->s[to->at] = (char)character;
    to->at++;
}

static void put_name(struct text *to, const char *name, int most)
{
    for (int i = 0; i < most && name[i] != 0; i++)
        put(to, name[i]);
}

static void put_two(struct text *to, int value, int space)
{
    put(to, value < 10 ? space : 48 + value / 10);
    put(to, 48 + value % 10);
}

static void put_year(struct text *to, int year)
{
    put_two(to, year / 100, 48);
    put_two(to, year % 100, 48);
}

/* A part of a time, within its range. */
static int part(int value, int least, int most)
{
    if (value < least || value > most)
        __linchpin_unsupported("the text of a time with parts outside of their ranges");
    return value < least ? least : value > most ? most : value;
}

static int year_of(const struct tm *time)
{
    return part(time->tm_year, -900, 8099) + 1900;
}

static int half_day(int hour)
{
    return hour % 12 == 0 ? 12 : hour % 12;
}

static void put_clock(struct text *to, const struct tm *time)
{
    put_two(to, part(time->tm_hour, 0, 23), 48);
    put(to, 58);
    put_two(to, part(time->tm_min, 0, 59), 48);
}

static void put_clock_of_seconds(struct text *to, const struct tm *time)
{
    put_clock(to, time);
    put(to, 58);
    put_two(to, part(time->tm_sec, 0, 60), 48);
}

static void put_american_date(struct text *to, const struct tm *time)
{
    put_two(to, part(time->tm_mon, 0, 11) + 1, 48);
    put(to, 47);
    put_two(to, part(time->tm_mday, 1, 31), 48);
    put(to, 47);
    put_two(to, year_of(time) % 100, 48);
}

static void put_all(struct text *to, const struct tm *time)
{
    put_name(to, days[part(time->tm_wday, 0, 6)], 3);
    put(to, 32);
    put_name(to, months[part(time->tm_mon, 0, 11)], 3);
    put(to, 32);
    put_two(to, part(time->tm_mday, 1, 31), 32);
    put(to, 32);
    put_clock_of_seconds(to, time);
    put(to, 32);
    put_year(to, year_of(time));
}

static void put_part(struct text *to, const struct tm *time, char letter)
{
    switch (letter) {
    case 'a': put_name(to, days[part(time->tm_wday, 0, 6)], 3); break;
    case 'A': put_name(to, days[part(time->tm_wday, 0, 6)], 9); break;
    case 'b':
    case 'h': put_name(to, months[part(time->tm_mon, 0, 11)], 3); break;
    case 'B': put_name(to, months[part(time->tm_mon, 0, 11)], 9); break;
    case 'c': put_all(to, time); break;
    case 'C': put_two(to, year_of(time) / 100, 48); break;
    case 'd': put_two(to, part(time->tm_mday, 1, 31), 48); break;
    case 'D':
    case 'x': put_american_date(to, time); break;
    case 'e': put_two(to, part(time->tm_mday, 1, 31), 32); break;
    case 'F':
        put_year(to, year_of(time));
        put(to, 45);
        put_two(to, part(time->tm_mon, 0, 11) + 1, 48);
        put(to, 45);
        put_two(to, part(time->tm_mday, 1, 31), 48);
        break;
    case 'H': put_two(to, part(time->tm_hour, 0, 23), 48); break;
    case 'I': put_two(to, half_day(part(time->tm_hour, 0, 23)), 48); break;
    case 'j':
        put(to, 48 + (part(time->tm_yday, 0, 365) + 1) / 100);
        put_two(to, (part(time->tm_yday, 0, 365) + 1) % 100, 48);
        break;
    case 'm': put_two(to, part(time->tm_mon, 0, 11) + 1, 48); break;
    case 'M': put_two(to, part(time->tm_min, 0, 59), 48); break;
    case 'n': put(to, 10); break;
    case 'p':
        put(to, part(time->tm_hour, 0, 23) < 12 ? 65 : 80);
        put(to, 77);
        break;
    case 'R': put_clock(to, time); break;
    case 'S': put_two(to, part(time->tm_sec, 0, 60), 48); break;
    case 't': put(to, 9); break;
    case 'T':
    case 'X': put_clock_of_seconds(to, time); break;
    case 'u': put(to, part(time->tm_wday, 0, 6) == 0 ? 55 : 48 + part(time->tm_wday, 0, 6)); break;
    case 'w': put(to, 48 + part(time->tm_wday, 0, 6)); break;
    case 'y': put_two(to, year_of(time) % 100, 48); break;
    case 'Y': put_year(to, year_of(time)); break;
    case '%': put(to, 37); break;
    default: __linchpin_unsupported("this conversion in a format of `strftime`");
    }
}

/* What is in the array when the text does not fit is as if it had never been written. */
size_t strftime(char *s, size_t size, const char *format, const struct tm *time)
{
    struct text to = { s, size, 0 };
    __linchpin_may_set_errno();
    __linchpin_zone_is_looked_up();
    for (size_t i = 0; format[i] != 0; i++) {
        if (format[i] == 37) {
            i++;
            put_part(&to, time, format[i]);
        } else {
            put(&to, format[i]);
        }
    }
    if (to.at < size) {
        s[to.at] = 0;
        return to.at;
    }
    if (size > 0)
        memcpy(s, __builtin_alloca(size), size);
    return 0;
}

char *asctime_r(const struct tm *time, char *s)
{
    struct text to = { s, 26, 0 };
    __linchpin_may_set_errno();
    put_all(&to, time);
    s[24] = 10;
    s[25] = 0;
    return s;
}

char *asctime(const struct tm *time)
{
    return asctime_r(time, __linchpin_time_text);
}

/* The years 1001 to 9998, in every zone. */
char *ctime_r(const long *time, char *s)
{
    struct tm parts;
    __linchpin_zone_is_looked_up();
    if (*time < -30578688000ll || *time > 253370764800ll)
        __linchpin_unsupported("the text of a year that may not have four digits");
    return __linchpin_local_time(time, &parts) ? asctime_r(&parts, s) : 0;
}

char *ctime(const long *time)
{
    return ctime_r(time, __linchpin_time_text);
}
