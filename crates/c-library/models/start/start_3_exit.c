/* What `start_3.c` does, for a program with something to do at its end. */
typedef __typeof__(sizeof 0) size_t;

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *__builtin_alloca(size_t);
extern void __linchpin_any_bytes(void *, size_t);
extern void __linchpin_unmodelled_bytes(void *, size_t);
extern void __linchpin_constructors();
extern int main();
extern _Noreturn void __linchpin_exit(int);

static int any_count(void)
{
    unsigned char choice = __VERIFIER_nondet_uchar();
    if (choice != 171)
        return choice & 3;
    int n = __VERIFIER_nondet_int();
    return n < 0 || n > (sizeof(void *) == 8 ? 0x7ffffffe : 0x0ffffffe) ? 0 : n;
}

static size_t any_length(void)
{
    unsigned char length = __VERIFIER_nondet_uchar();
    return length != 171 ? length : __VERIFIER_nondet_uint() >> 2;
}

int __linchpin_start_3_exit(void)
{
    int argc = any_count();
    char **argv = __builtin_alloca(((size_t)argc + 1) * sizeof(char *));
    size_t first_length = any_length();
    char *first = __builtin_alloca(first_length + 1);
    size_t second_length = any_length();
    char *second = __builtin_alloca(second_length + 1);
    size_t third_length = any_length();
    char *third = __builtin_alloca(third_length + 1);
    int envc = any_count();
    char **envp = __builtin_alloca(((size_t)envc + 1) * sizeof(char *));
    size_t env_first_length = any_length();
    char *env_first = __builtin_alloca(env_first_length + 1);
    size_t env_second_length = any_length();
    char *env_second = __builtin_alloca(env_second_length + 1);
    size_t env_third_length = any_length();
    char *env_third = __builtin_alloca(env_third_length + 1);
    if (argc > 3)
        __linchpin_unmodelled_bytes(argv + 3, ((size_t)argc - 3) * sizeof(char *));
    __linchpin_any_bytes(first, first_length);
    __linchpin_any_bytes(second, second_length);
    __linchpin_any_bytes(third, third_length);
    if (envc > 3)
        __linchpin_unmodelled_bytes(envp + 3, ((size_t)envc - 3) * sizeof(char *));
    __linchpin_any_bytes(env_first, env_first_length);
    __linchpin_any_bytes(env_second, env_second_length);
    __linchpin_any_bytes(env_third, env_third_length);
    first[first_length] = 0;
    second[second_length] = 0;
    third[third_length] = 0;
    if (argc > 0)
        argv[0] = first;
    if (argc > 1)
        argv[1] = second;
    if (argc > 2)
        argv[2] = third;
    argv[argc] = 0;
    env_first[env_first_length] = 0;
    env_second[env_second_length] = 0;
    env_third[env_third_length] = 0;
    if (envc > 0)
        envp[0] = env_first;
    if (envc > 1)
        envp[1] = env_second;
    if (envc > 2)
        envp[2] = env_third;
    envp[envc] = 0;
    __linchpin_constructors(argc, argv, envp);
    __linchpin_exit(main(argc, argv, envp));
}
