#include "level.h"

static int twice(int level)
{
    return raise(raise(level));
}

int main(void)
{
    int levels[2] = { 1, 2 };
    return twice(3) + sum(levels, 2);
}
