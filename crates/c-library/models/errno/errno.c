static int value;

int *__errno_location(void)
{
    return &value;
}

int *__errno(void)
{
    return &value;
}

int *___errno(void)
{
    return &value;
}
