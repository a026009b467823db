//@ run: verify %s --function half --property no-overflow --witness %t.yml
//@ truth: holds
//@ verdict: true
//@ exit: 3
// A function by itself is right for what its contract allows; a witness speaks of programs.
/*@ requires x > -1000; */
int half(int x)
{
    return (x - 1) / 2;
}
int main(void)
{
    return half(7);
}
