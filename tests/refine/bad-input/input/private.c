//@ private t;
int x, t;
void f(void)
{
    t = 1;
    x = t;
}
