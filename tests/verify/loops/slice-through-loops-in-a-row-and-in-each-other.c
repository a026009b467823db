//@ truth: holds
//@ run: verify %s --engine slicing --seeds precondition --property unreach-call
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// Of three loops inside a fourth the first keeps `budget`, the second does not, and the third runs
// a fixed number of times; `mode` comes through all of them and decides whether `ready` is set.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int steps = 1, others = 9, kind = input(), mode, budget, ready;
    if (kind) {
        others = 50;
        mode = 1;
    } else {
        mode = 2;
    }
    while (input()) {
        steps++;
        budget = 80;
        while (input())
            others++;
        if (budget != 80)
            reach_error();
        while (input())
            budget++;
        for (int i = 0; i < 30; i++)
            steps += i;
        if (mode == 1 || mode == 2)
            ready = 1;
        for (int j = 0; j < 30; j++)
            others -= j;
        if (ready != 1)
            reach_error();
    }
    if (kind ? mode != 1 : mode != 2)
        reach_error();
    return steps + others;
}
