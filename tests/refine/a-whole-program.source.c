// See a-whole-program.target.c.
int x = 3;
int main(void)
{
    x = x + 1;
    return x;
}
