typedef __typeof__(sizeof 0) size_t;
extern void abort(void);
extern size_t strlen(const char *);
extern char *strcat(char *, const char *);

/* Bytes that do not fit the object are seen by the copy; the check ends runs that write beyond
   the part of it that the caller names. */
char *__strcat_chk(char *to, const char *from, size_t room)
{
    char *result = strcat(to, from);
    if (room != (size_t)-1 && strlen(to) >= room)
        abort();
    return result;
}
