//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `strcpy` writes to its buffer only.
extern void reach_error(void);
extern char *strcpy(char *target, const char *source);

int main(void)
{
    int kept = 1;
    char buffer[16];
    strcpy(buffer, "text");
    if (kept != 1)
        reach_error();
    return 0;
}
