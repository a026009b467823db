//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A buffer that was passed holds any bytes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int receive(unsigned char *, int);
int main(void)
{
    unsigned char buffer[8] = {0};
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    receive(buffer, 8);
    if (buffer[3] == 200)
        reach_error(); //~ violated unreach-call
    return sum;
}
