//@ run: verify %s
//@ truth: fails
//@ verdict: false(valid-deref)
// A file may be empty.
#include <stdlib.h>
#include <sys/stat.h>
int main(void)
{
    struct stat told;
    if (stat("data", &told) != 0 || told.st_size > 1000)
        return 1;
    char *text = malloc((size_t)told.st_size);
    if (!text)
        return 1;
    text[0] = 0; //~ violated valid-deref
    free(text);
    return 0;
}
