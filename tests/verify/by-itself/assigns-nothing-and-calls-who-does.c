//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The write is one of a function that is called.
static int total;
static void add(void)
{
    total = total / 2;
}
//@ assigns \nothing; //~ violated unreach-call
void f(void)
{
    add();
}
