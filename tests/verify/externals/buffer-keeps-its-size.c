//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// Its size and its life stay what they are.
extern int receive(unsigned char *, int);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char buffer[8];
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    receive(buffer, 8);
    buffer[n & 7] = 1;
    return sum;
}
