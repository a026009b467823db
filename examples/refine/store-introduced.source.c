// A store on a way that had none: the source.
int c, x;

void set(void)
{
    if (c)
        x = 1;
}
