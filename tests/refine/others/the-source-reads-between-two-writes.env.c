// What others do, for the-source-reads-between-two-writes.target.c.
int x;
void env(void)
{
    x = 1;
    x = 0;
}
