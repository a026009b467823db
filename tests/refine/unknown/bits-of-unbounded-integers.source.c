// See bits-of-unbounded-integers.target.c.
int x;
void f(int n)
{
    x = 5 ^ n;
}
