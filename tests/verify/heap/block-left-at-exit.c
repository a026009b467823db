//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// A block is still there, and still reachable, when the program ends.
extern void *malloc(__SIZE_TYPE__);

static char *kept;

int main(void)
{
    kept = malloc(8);
    return 0; //~ violated valid-memcleanup
}
