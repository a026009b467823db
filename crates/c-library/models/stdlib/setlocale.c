extern int strcmp(const char *, const char *);
extern _Bool __VERIFIER_nondet_bool(void);

static char name[] = "C";

/* The locale stays "C", which is also called "POSIX"; another one may not be there, nor may the
   one that the environment names. */
char *setlocale(int category, const char *locale)
{
    if (locale == 0 || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return name;
    return strcmp(locale, "") == 0 && __VERIFIER_nondet_bool() ? name : 0;
}
