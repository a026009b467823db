static inline int once(int x)
{
    int i = 0;
    while (i < 1)
        i++;
    return x - i;
}
