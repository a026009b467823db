int y;
void env(void)
{
    y = y + 2;
}
