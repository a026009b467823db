//@ run: refine %s tests/refine/results-of-calls-are-the-same.source.c
//@ truth: holds
//@ verdict: true
// What a function without body returns is chosen by whoever is outside, for both alike.
extern int get(int);
int x;
void f(int n)
{
    for (int i = 0; i < n; i++) {
        int a = get(i);
        x = a + 1;
    }
}
