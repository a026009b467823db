//@ truth: holds
//@ run: verify %s --engine slicing --seeds precondition --property unreach-call
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// What was decided before a loop is still so behind it, whatever the loop counts.
extern int input(void);
extern void reach_error(void);
static void demand(int condition)
{
    if (!condition)
        reach_error();
}
int main(void)
{
    int count = 0, level, size = input();
    if (size > 64)
        level = 7;
    else
        level = 4;
    while (input())
        count++;
    demand((size > 64 && level == 7) || (size <= 64 && level == 4));
    return count;
}
