//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Addresses of labels and jumps through them.
extern void reach_error(void);

int main(void)
{
    static void *steps[] = { &&one, &&two, &&end };
    int i = 0, n = 0;
    goto *steps[i++];
one:
    n += 1;
    goto *steps[i++];
two:
    n += 10;
    goto *steps[i++];
end:
    if (n == 11)
        reach_error(); //~ violated unreach-call
    return 0;
}
