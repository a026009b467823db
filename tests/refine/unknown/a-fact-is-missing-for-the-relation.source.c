// See a-fact-is-missing-for-the-relation.target.c.
unsigned parity;
void tell(int n)
{
    for (int i = 0; i < n; i++)
        parity = (unsigned)i * 3u >> 1 & 1u ? 1u - ((unsigned)i & 1u) : (unsigned)i & 1u;
}
