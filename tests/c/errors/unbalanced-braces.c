//@ run: verify %s --property unreach-call
// What is missing at the end is reported at the end.
int main(void)
{
    for (;;) {
        return 0;
}
//~ error[E0110]: expected `}`
