enum { LIMIT = 4 };
int x;
void f(void)
{
    x = LIMIT;
}
