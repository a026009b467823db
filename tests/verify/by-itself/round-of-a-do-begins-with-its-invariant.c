//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The invariant of a `do` is asked before each round.
int f(void)
{
    int i = 0;
    //@ loop invariant i != 4; //~ violated unreach-call
    do {
        i++;
    } while (i++ < 10);
    return i;
}
