typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern _Bool __VERIFIER_nondet_bool(void);

static char name[] = "C";

/* The locale stays "C"; another one may not be there. */
char *setlocale(int category, const char *locale)
{
    if (locale != 0) {
        strlen(locale);
        if (!(locale[0] == 0 || (locale[0] == 67 && locale[1] == 0)))
            return 0;
    }
    return name;
}
