// See a-float-is-not-compared.target.c.
double f;
void set(void)
{
    f = 2.5;
}
