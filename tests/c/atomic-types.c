//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// _Atomic as specifier and as qualifier; operators and builtins on atomic objects, in one thread.
extern void reach_error(void);

static _Atomic int counter = 1;
static _Atomic(long) total;
typedef struct { int a, b; } pair;

int main(void)
{
    int * _Atomic p = 0;
    int x = 3;
    p = &x;
    counter++;
    counter += 4;
    total = counter * 2;
    long before = __atomic_fetch_add(&total, 5, __ATOMIC_SEQ_CST);
    int expected = 6;
    int swapped = __atomic_compare_exchange_n(&counter, &expected, 9, 0, 5, 5);
    int failed = __sync_bool_compare_and_swap(&x, 4, 5);
    int old = __sync_fetch_and_add(&x, 2);
    _Atomic pair both = { 1, 2 };
    pair copy = both;
    __sync_synchronize();
    if (*p == 5 && before == 12 && total == 17 && swapped && counter == 9 && !failed && old == 3
        && copy.b == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
