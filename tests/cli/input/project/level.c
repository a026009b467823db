#include "level.h"

int raise(int level)
{
    return level == HIGHEST ? level : level + 1;
}

int sum(const int *levels, int n)
{
    int sum = 0;
    for (int i = 0; i < n && i < 3; i++)
        sum ^= levels[i];
    return sum;
}
