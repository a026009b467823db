extern char *strtok_r(char *, const char *, char **);

/* Not static: whatever is linked with the program may use it. Null until a string was given: a first call with null reads through it. */
char *__linchpin_rest_of_tokens;

char *strtok(char *s, const char *set)
{
    return strtok_r(s, set, &__linchpin_rest_of_tokens);
}
