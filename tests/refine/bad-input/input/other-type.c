long x;
void env(void)
{
    x = 1;
}
