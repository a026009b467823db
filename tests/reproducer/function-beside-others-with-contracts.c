//@ run: verify %s --function negated --cpu-time 20 --reproducer %t.c
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: reproducer: confirmed by cc
// What the other functions of the file would ask for is there for the linker, too.
//@ requires \valid(p);
//@ ensures *p >= 0;
void reset(int *p)
{
    *p = 0;
}
//@ ensures x < 0 ==> \result >= 0;
int negated(int x)
{
    return -x; //~ violated no-overflow
}
