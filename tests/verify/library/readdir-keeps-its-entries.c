//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// What is read belongs to the folder.
#include <dirent.h>
#include <stdlib.h>
int main(void)
{
    DIR *folder = opendir(".");
    if (!folder)
        return 1;
    struct dirent *entry = readdir(folder);
    if (entry)
        free(entry->d_name); //~ violated valid-free
    closedir(folder);
    return 0;
}
