//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A local variable that is `const` does not change either, whoever knows where it is.
extern void reach_error(void);
extern void look(const int *);
int main(void)
{
    const int c = 4;
    const int numbers[2] = { 1, 2 };
    look(&c);
    look(numbers);
    if (c != 4 || numbers[1] != 2)
        reach_error();
    return 0;
}
