_Noreturn void exit(int status)
{
    __builtin_exit(status);
}
