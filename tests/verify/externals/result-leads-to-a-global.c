//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Another file can name the variable and return its address, though this one never takes it.
extern void reach_error(void);
extern int *other(void);
int count;

int main(void)
{
    int *p = other();
    count = 1;
    if (p)
        *p = 2;
    if (count != 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
