//@ require x > 0;
//@ assigns x;
int x;
void f(void)
{
    x = 1;
}
