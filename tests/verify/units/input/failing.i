extern void reach_error(void);
static int unused;
void helper(int x)
{
    if (x)
        reach_error();
}
