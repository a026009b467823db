//@ run: verify %s --property unreach-call --property valid-deref
//@ truth: holds
//@ verdict: true
// C17 6.5.2.5p5: the literal lives as long as the block around it, also inside of a cast to a type
// whose size is computed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int(*p)[n] = (int(*)[n])(int[]){ 1, 2, 3 };
    if ((*p)[0] != 1)
        reach_error();
    int first = (*(int(*)[n])(int[]){ 4, 5, 6 })[0];
    int *q = (int *)(int(*)[n])(int[]){ 7, 8, 9 };
    if (first != 4 || q[2] != 9)
        reach_error();
    return 0;
}
