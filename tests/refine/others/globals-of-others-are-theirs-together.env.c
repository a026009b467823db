// What others do, for globals-of-others-are-theirs-together.target.c.
int x, g;
void env(void)
{
    int t = x;
    g = 1;
    if (g == 5)
        x = 9;
    g = 5;
}
