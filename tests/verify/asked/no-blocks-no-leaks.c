//@ run: verify %s
//@ run: verify %s --property memcleanup
//@ truth: holds
//@ verdict: true
//@ shows: Nothing was asked
// A program that makes no block is not asked whether it loses one.
int main(void)
{
    return 0;
}
