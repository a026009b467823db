// A load behind a store, replaced by what was stored: the source.
int x;

int put(int v)
{
    x = v;
    return x;
}
