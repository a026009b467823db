//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// A `_Bool` is 0 or 1, as a parameter and in a record.
#include <stdbool.h>
struct light {
    bool is_on;
    int level;
};
int f(struct light *light, bool index)
{
    int values[2] = { 1, 2 };
    return light->is_on ? values[index] : 0;
}
