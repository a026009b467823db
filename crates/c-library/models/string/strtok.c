extern char *strtok_r(char *, const char *, char **);

/* Null until a string was given: a first call with null reads through it. */
static char *rest;

char *strtok(char *s, const char *set)
{
    return strtok_r(s, set, &rest);
}
