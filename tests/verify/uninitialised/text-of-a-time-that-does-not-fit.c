//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// What is in the array then is indeterminate (7.27.3.5p8).
#include <time.h>
int main(void)
{
    struct tm time = {0};
    time.tm_mday = 1;
    time.tm_year = 100;
    char text[4];
    if (strftime(text, 4, "%Y", &time) == 0)
        if (text[0] == '0') //~ violated initialised
            return 1;
    return 0;
}
