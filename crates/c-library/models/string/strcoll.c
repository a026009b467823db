extern int strcmp(const char *, const char *);

/* The locale is "C". */
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}
