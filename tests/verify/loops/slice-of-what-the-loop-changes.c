//@ truth: fails
//@ run: verify %s --engine slicing --property unreach-call
//@ verdict: false(unreach-call)
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// The counter is a part of what is known before the loop, and no longer so behind it.
extern int input(void);
extern void reach_error(void);
static void demand(int condition)
{
    if (!condition)
        reach_error(); //~ violated unreach-call
}
int main(void)
{
    int count = 0, level, size = input();
    if (size > 64)
        level = 7;
    else
        level = 4;
    while (input())
        count += 1;
    demand((size > 64 && level == 7) || (size <= 64 && level == 4));
    demand(count == 0);
    return 0;
}
