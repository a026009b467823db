// Two stores in the other order: the source.
int x, y;

void publish(void)
{
    x = 1;
    y = 1;
}
