//@ run: verify %s --engine slicing --externals pure --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The lock is still held when a device was opened, its transfer failed, and it is closed again. It
// takes a dozen choices of the environment that are right together; any other ends the run in
// `stop`. Formula slicing refutes nothing: the violation is found by running the program, where runs
// that came by something new are kept and varied.
extern void reach_error(void);
extern int choose(void);
extern int transfer(int);
extern void *allocate(void);

static int locked, loaded, opened, users;

static void stop(void) { for (;;) {} }
static void lock(void) { if (locked) reach_error(); locked = 1; } //~ violated unreach-call
static void unlock(void) { locked = 0; }

static int open_device(void)
{
    int *buffer = allocate();
    if (!buffer) return -12;
    lock();
    *buffer = 0;
    if (transfer(1) != 0) { unlock(); return -5; }
    if (transfer(2) == -110 && *buffer == 0) return 0;
    unlock();
    return 0;
}

int main(void)
{
    loaded = 1;
    for (;;) {
        switch (choose()) {
        case 0:
            if (loaded == 3) {
                switch (choose()) {
                case 4: if (opened == 0 && open_device() == 0) { opened = 1; users++; } break;
                case 5: if (opened == 1) { lock(); unlock(); opened = 0; users--; } break;
                default: stop();
                }
            }
            break;
        case 7:
            switch (choose()) {
            case 21: if (loaded == 1 && choose() == 0) loaded = 3; break;
            case 22: if (loaded == 3 && users == 0) return 0; break;
            default: stop();
            }
            break;
        default: stop();
        }
    }
}
