//@ relate x;
int x, t;
void f(void)
{
    t = x;
    x = t;
}
