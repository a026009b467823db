//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The other way of marking an error: a label called ERROR.
int main(void)
{
    int x = 1;
    if (x)
        goto ERROR;
    return 0;
ERROR: //~ violated unreach-call
    return 1;
}
