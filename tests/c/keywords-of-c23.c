//@ run: verify %s -std=c23 --property def-behavior
//@ truth: holds
//@ verdict: true
// Words that C23 made keywords are read where it is asked for.
static_assert(sizeof(bool) == 1, "a truth value is a byte");
static bool is_even(int n)
{
    return n % 2 == 0 ? true : false;
}
static thread_local int counter;
int main(void)
{
    int *p = nullptr;
    constexpr int three = 3;
    alignas(16) char bytes[4] = {0};
    if (p != nullptr || !is_even(2) || is_even(three) || alignof(int) != 4)
        bytes[9] = three;
    return counter + bytes[0];
}
