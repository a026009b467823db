//@ truth: fails
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// Both values of `level` come through the loop, so neither of them alone is sure.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int count = 0, level = input() ? 7 : 4;
    while (input())
        count++;
    if (level != 4)
        reach_error(); //~ violated unreach-call
    return count;
}
