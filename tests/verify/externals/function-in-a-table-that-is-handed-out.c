//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A record that is handed out leads to the functions in it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct operations {
    int (*open)(int);
    void (*close)(void);
};
extern void register_driver(struct operations *);
static int is_open;
static int device_open(int flags)
{
    is_open = flags & 1;
    return 0;
}
static void device_close(void) { is_open = 0; }
static struct operations operations = {device_open, device_close};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    register_driver(&operations);
    if (is_open)
        reach_error(); //~ violated unreach-call
    return sum;
}
