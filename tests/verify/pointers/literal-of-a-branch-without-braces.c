//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Each branch of an `if` is a block, with or without braces (C17 6.8.4p3): the array dies with it.
int main(void)
{
    int *p, c = 1;
    if (c)
        p = (int[]){ 1, 2 };
    else
        p = (int[]){ 3, 4 };
    return *p; //~ violated valid-deref
}
