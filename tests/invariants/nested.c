//@ over: int n, int k, int i, int j, int flag
//@ run: invariants %s --seeds precondition --witness %t.yml
//@ means: 17: flag == 3 && k == 5
//@ means: 19: flag == 3 && k == 5 && n == 0
//@ means: 21: flag == 3 && k == 5 && n == 0
//@ run: check %t.yml %s
//@ verdict: true
//@ run: verify %s --engine slicing --seeds precondition --property unreach-call
//@ verdict: true
// Three loops in each other. `flag` comes through all of them; `n` is set in the outermost and
// lives in the inner two; what the inner ones change is known of none.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int flag = 3, k = 5, n = 1, i = 0, j = 0;
    while (input()) {
        n = 0;
        while (input()) {
            i++;
            while (input())
                j++;
            if (n != 0 || k != 5)
                reach_error();
        }
        n = i;
    }
    if (flag != 3)
        reach_error();
    return j + n;
}
