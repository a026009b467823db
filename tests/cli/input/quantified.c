//@ ensures \forall int i; 0 <= i < 3 ==> i >= 0;
int one(int x)
{
    return x;
}

int two(int x)
{
    return x / 2;
}
