/* Who runs the program: the same at every call. */
extern unsigned __VERIFIER_nondet_uint(void);

/* Not static: whatever is linked with the program may change who runs it. */
int __linchpin_has_users;
static unsigned user, effective_user, group, effective_group;

static void choose(void)
{
    if (__linchpin_has_users)
        return;
    __linchpin_has_users = 1;
    user = __VERIFIER_nondet_uint();
    effective_user = __VERIFIER_nondet_uint();
    group = __VERIFIER_nondet_uint();
    effective_group = __VERIFIER_nondet_uint();
}

unsigned getuid(void)
{
    choose();
    return user;
}

unsigned geteuid(void)
{
    choose();
    return effective_user;
}

unsigned getgid(void)
{
    choose();
    return group;
}

unsigned getegid(void)
{
    choose();
    return effective_group;
}
