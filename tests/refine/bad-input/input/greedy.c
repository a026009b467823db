int x, t;
void env(void)
{
    t = 2;
}
