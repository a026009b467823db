/* C17 7.22.2.2p2: a seed that is set again gives the same numbers again, and setting none is setting
   1. So the numbers are any until one is set behind a number or behind another seed. A program that
   sets none gets another definition of the last function, which does nothing. */
static int is_begun;
static int may_repeat;

static void begin(void)
{
    if (is_begun)
        may_repeat = 1;
    is_begun = 1;
}

void srand(unsigned seed)
{
    begin();
}

void srandom(unsigned seed)
{
    begin();
}

void srand48(long seed)
{
    begin();
}

/* Whether the next number may be one that was drawn before. */
int __linchpin_draw_again(void)
{
    is_begun = 1;
    return may_repeat;
}
