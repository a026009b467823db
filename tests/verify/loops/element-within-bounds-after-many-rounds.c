//@ run: verify %s --property valid-deref
//@ truth: holds
//@ verdict: true
// The twin of the one that goes wrong: the last element.
extern int input(void);
static int table[1000];
int main(void)
{
    int n = input(), count = 0;
    for (int i = 0; i < n; i++) {
        count++;
        if (count == 1500000000)
            table[count - 1499999001] = 1;
    }
    return 0;
}
