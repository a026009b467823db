/* The time zone: UTC before anybody looks it up, then what is set, which is not modelled. A program
   that never looks at it gets other definitions of the functions, which do nothing. */
typedef __typeof__(sizeof 0) size_t;
extern char *__linchpin_unmodelled_text(char *, size_t, size_t);
extern int __linchpin_unmodelled_int(void);

/* Names of zones have three letters or more. */
static char utc[4] = "UTC";
static char name[64];
static char summer_name[64];
char *tzname[2] = { utc, utc };
int daylight;
long timezone;
char *__tzname[2] = { utc, utc };
int __daylight;
long __timezone;

void __linchpin_zone_is_looked_up(void)
{
    tzname[0] = __linchpin_unmodelled_text(name, sizeof name, 3);
    tzname[1] = __linchpin_unmodelled_text(summer_name, sizeof summer_name, 3);
    __tzname[0] = tzname[0];
    __tzname[1] = tzname[1];
    daylight = __linchpin_unmodelled_int();
    timezone = __linchpin_unmodelled_int();
    __daylight = daylight;
    __timezone = timezone;
}

void tzset(void)
{
    __linchpin_zone_is_looked_up();
}
