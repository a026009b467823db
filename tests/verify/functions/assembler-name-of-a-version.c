//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The C library redirects its functions to versions of them; they mean the same.
extern void reach_error(void);
extern int sscanf(const char *, const char *, ...) __asm__("__isoc99_sscanf");
extern long strtol(const char *, char **, int) __asm__("__isoc23_strtol");
int main(void)
{
    if (strtol("12", 0, 10) != 12)
        reach_error();
    return 0;
}
