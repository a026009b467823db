// Two files of one name, and a header that two of three files read.
#include "once.h"
extern void reach_error(void);
int near(void);
int far(void);
int main(void)
{
    int a = near();
    int b = far();
    if (a == 7 && once(b) == 1)
        reach_error();
    return 0;
}
