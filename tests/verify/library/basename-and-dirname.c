//@ run: verify %s
//@ truth: holds
//@ verdict: true
// The last part of a path, in the program's own memory.
#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void)
{
    char path[] = "/usr/lib/", other[] = "/usr/lib/";
    assert(strcmp(basename(path), "lib") == 0);
    assert(strcmp(dirname(other), "/usr") == 0);
    return 0;
}
