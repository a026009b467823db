//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// The index goes wrong once, one and a half billion rounds after the start.
extern int input(void);
static int table[1000];
int main(void)
{
    int n = input(), count = 0;
    for (int i = 0; i < n; i++) {
        count++;
        if (count == 1500000000)
            table[count - 1499999000] = 1; //~ violated valid-deref
    }
    return 0;
}
