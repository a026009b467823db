// Constant folding and constant propagation (Fig. 9): what other threads run.
int x, y, z, a;
void env(void)
{
    z = x + 3;
    a = x;
    z = z + 2;
}
