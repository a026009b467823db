//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// GNU C counts void and functions as one byte long.
extern void reach_error(void);

static int array[4] = { 1, 2, 3, 4 };

int main(void)
{
    void *p = array;
    p += 2 * sizeof(int);
    if (*(int *)p == 3 && sizeof(void) == 1 && sizeof(main) == 1 && p - (void *)array == 8)
        reach_error(); //~ violated unreach-call
    return 0;
}
