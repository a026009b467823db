// What others do, for a-global-of-others-keeps-its-value.target.c.
int x;
int limit = 7;
void env(void)
{
    x = limit;
}
