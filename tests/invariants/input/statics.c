static int x;
static int calls;
void bump(void)
{
    if (x < 3)
        x++;
    else
        x = 0;
}
int get(void)
{
    while (calls < 9)
        calls++;
    return x;
}
