//@ run: verify %s --externals pure --engine slicing --property unreach-call
//@ truth: holds
//@ verdict: true
// `handle` may be inside itself, as far as can be told from its type: the callback is any function
// of that type. The lock is free whenever it is called, whatever its locals were.
extern void reach_error(void);
extern int choose(void);
extern void log_number(int);
extern int (*registered)(int);

static int locked;
static int n_handled;

static void count(int number) { n_handled += number; log_number(number); }
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }

int handle(int event)
{
    int result = 0;
    count(event);
    lock();
    if (choose()) { unlock(); return -5; }
    unlock();
    if (event > 3) result = registered(event - 1);
    lock();
    unlock();
    return result;
}

int main(void)
{
    registered = handle;
    for (;;) {
        switch (choose()) {
        case 0: handle(choose()); break;
        case 1: lock(); count(1); unlock(); break;
        case 2: return handle(2);
        }
    }
}
