typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);

static char here[] = ".";

char *dirname(char *path)
{
    size_t n = path == 0 ? 0 : strlen(path);
    /* Slashes at the end, the last part, the slashes before it. */
    while (n > 1 && path[n - 1] == '/')
        n--;
    if (n == 1 && path[0] == '/' && path[1] == '/' && path[2] == 0)
        return path;
    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n == 0)
        return here;
    size_t end = n;
    while (n > 0 && path[n - 1] == '/')
        n--;
    /* Two slashes at the start are apart from one. */
    if (n == 0)
        n = end == 2 ? 2 : 1;
    path[n] = 0;
    return path;
}
