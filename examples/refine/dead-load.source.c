// A load whose value is not used, removed: the source.
int x;

int zero(void)
{
    int unused = x;
    return unused - unused;
}
