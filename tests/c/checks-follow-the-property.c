//@ run: verify %s --emit ir --property no-overflow
//@ shows: no-overflow "`i + 1` fits `int`"
//@ hides: valid-deref
//@ run: verify %s --emit ir --property memsafety
//@ shows: valid-deref
//@ hides: no-overflow
//@ run: verify %s --emit ir --property unreach-call
//@ hides: check c
// A check is inserted only where the property asks for it.
int main(int argc, char **argv)
{
    int i = argc;
    int a[4] = { 0 };
    int *p = a;
    return p[i + 1];
}
