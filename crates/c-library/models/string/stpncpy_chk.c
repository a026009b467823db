typedef __typeof__(sizeof 0) size_t;
extern void abort(void);
extern char *stpncpy(char *, const char *, size_t);

/* Bytes that do not fit the object are seen by the copy; the check ends runs that write beyond
   the part of it that the caller names. */
char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room)
{
    char *result = stpncpy(to, from, size);
    if (size > room)
        abort();
    return result;
}
