_Noreturn void _exit(int status)
{
    __builtin__exit(status);
}
