//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// A folder that is not closed is lost.
#include <dirent.h>
int main(void)
{
    int n = 0;
    DIR *folder = opendir(".");
    if (folder)
        while (n < 3 && readdir(folder))
            n++;
    return 0; //~ violated valid-memtrack
}
