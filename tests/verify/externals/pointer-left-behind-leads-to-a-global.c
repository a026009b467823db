//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern void reach_error(void);
extern void other(void);
int *left;
int count;

int main(void)
{
    other();
    count = 1;
    if (left)
        *left = 2;
    if (count != 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
