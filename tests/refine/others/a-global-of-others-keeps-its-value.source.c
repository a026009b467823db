// See a-global-of-others-keeps-its-value.target.c.
int x;
int main(void)
{
    return 0;
}
