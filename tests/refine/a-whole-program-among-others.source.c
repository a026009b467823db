// See a-whole-program-among-others.target.c.
int x = 3;
int main(void)
{
    int a = x;
    x = 4;
    return 4;
}
