// See a-fact-is-missing-for-an-observation.target.c.
extern void send(unsigned);
void squares(int n)
{
    for (int i = 0; i < n; i++)
        send((unsigned)i * (unsigned)i);
}
