//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A pointer that comes from outside may be used: it leads to memory of its own.
extern void reach_error(void);

struct device {
    int is_open;
    struct device *next;
};

extern struct device *find_device(void);

int main(void)
{
    struct device *device = find_device();
    if (device != 0 && device->next != 0 && device->next->is_open == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
