/* The time zone: UTC before anybody looks it up, then what is set, which is not modelled. A program
   that never looks at it gets other definitions of the functions, which do nothing. */
typedef __typeof__(sizeof 0) size_t;
extern void __linchpin_unmodelled_bytes(void *, size_t);
extern int __linchpin_unmodelled_int(void);

static char name[64] = "UTC";
static char summer_name[64] = "UTC";
char *tzname[2] = { name, summer_name };
int daylight;
long timezone;
char *__tzname[2] = { name, summer_name };
int __daylight;
long __timezone;

void __linchpin_zone_is_looked_up(void)
{
    __linchpin_unmodelled_bytes(name, sizeof name - 1);
    __linchpin_unmodelled_bytes(summer_name, sizeof summer_name - 1);
    daylight = __linchpin_unmodelled_int();
    timezone = __linchpin_unmodelled_int();
    __daylight = daylight;
    __timezone = timezone;
}

void tzset(void)
{
    __linchpin_zone_is_looked_up();
}
