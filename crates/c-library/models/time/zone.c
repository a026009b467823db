/* The time zone, before anybody asked for it. */
static char name[] = "UTC";
char *tzname[2] = { name, name };
int daylight;
long timezone;
char *__tzname[2] = { name, name };
int __daylight;
long __timezone;
