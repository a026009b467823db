int count = 3;
extern int limit;
static int step = 2;
void advance(void)
{
    if (count < limit)
        count += step;
}
int stepped(void) { return step; }
