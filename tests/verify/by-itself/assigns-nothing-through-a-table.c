//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Who writes is called through a table that nobody names in the function.
static int total;
struct ops {
    void (*run)(void);
};
static void add(void)
{
    total = total / 2;
}
static const struct ops table = {add};
//@ assigns \nothing; //~ violated unreach-call
void f(void)
{
    table.run();
}
