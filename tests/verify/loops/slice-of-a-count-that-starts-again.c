//@ truth: fails
//@ run: verify %s --property unreach-call
//@ verdict: false(unreach-call)
// `count` is zero at the head of the outer loop and ten behind the second inner one.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    while (input()) {
        int count = 0;
        for (int i = 0; i < 10; i++) {
        }
        for (int i = 0; i < 10; i++)
            count++;
        if (count != 0)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
