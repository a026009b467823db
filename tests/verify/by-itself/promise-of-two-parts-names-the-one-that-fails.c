//@ run: verify %s --function max --cpu-time 20
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: postcondition fails: `max` ensures `\result >= b`
// One part of the clause holds and the other does not.
//@ ensures \result >= a && \result >= b; //~ violated unreach-call
int max(int a, int b)
{
    return a < b ? a : a;
}
