// A load hoisted out of a loop while others write it: the source.
int x, y;

void sum(int n)
{
    for (int i = 0; i < n; i++) {
        int t = x;
        y = y + t;
    }
}
