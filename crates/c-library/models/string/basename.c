/* The last part of a path, in two ways, and the others: as the GNU C library has them. */
typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);

/* That of string.h changes nothing. */
char *basename(const char *path)
{
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] != '/')
        n--;
    return (char *)path + n;
}

/* That of libgen.h takes slashes off the end. */
char *__xpg_basename(char *path)
{
    if (path == 0 || path[0] == 0)
        return ".";
    size_t n = strlen(path);
    if (path[n - 1] == '/') {
        while (n > 1 && path[n - 1] == '/')
            n--;
        if (path[n - 1] == '/')
            return path + strlen(path) - 1;
        path[n] = 0;
    }
    while (n > 0 && path[n - 1] != '/')
        n--;
    return path + n;
}
