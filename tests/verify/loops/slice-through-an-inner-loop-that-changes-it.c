//@ truth: fails
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// The second inner loop moves `budget`, and nothing sets it back before the end.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int others = 9, budget = 80;
    while (input()) {
        budget = 80;
        while (input())
            others++;
        while (input())
            budget++;
    }
    if (budget != 80)
        reach_error(); //~ violated unreach-call
    return others;
}
