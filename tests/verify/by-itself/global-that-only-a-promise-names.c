//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A global that the body does not name has any value too.
int level;
//@ ensures level == 0; //~ violated unreach-call
void f(void)
{
}
