// See results-of-calls-are-the-same.target.c.
extern int get(int);
int x;
void f(int n)
{
    for (int i = 0; i < n; i++) {
        int a = get(i);
        a = a + 1;
        x = a;
    }
}
