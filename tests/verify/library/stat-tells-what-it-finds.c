//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// It writes what it finds in the record.
#include <sys/stat.h>
extern void reach_error(void);
int main(void)
{
    struct stat found;
    found.st_size = 0;
    if (stat("file", &found) == 0 && found.st_size > 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
