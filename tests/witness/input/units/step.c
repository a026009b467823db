// The other file.
int steps;
static int n = 7;
static int hidden = 3;
static volatile int port;

void step(void)
{
    hidden = n;
    if (n < 9)
        n++;
    steps++;
    (void)port;
}
