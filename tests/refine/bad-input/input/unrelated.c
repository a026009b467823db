int x, t;
void env(void)
{
    t = 1;
}
