//@ run: verify %s --property unreach-call --witness %t.yml
//@ truth: fails
//@ verdict: false(unreach-call)
//@ exit: 3
// What fails is said in a comment, and is nothing that other tools would find in the program.
extern int __VERIFIER_nondet_int(void);
/*@ ensures \result >= 0; */ //~ violated unreach-call
int distance(int x)
{
    return x < 10 ? 10 - x : x - 11;
}
int main(void)
{
    return distance(__VERIFIER_nondet_int() & 15);
}
