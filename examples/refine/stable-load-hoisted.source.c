// A load of what nobody else writes, hoisted out of a loop: the source.
int x, y;

void sum(int n)
{
    for (int i = 0; i < n; i++) {
        int t = x;
        y = y + t;
    }
}
