//@ run: verify %s -std=c23
//@ truth: holds
//@ verdict: true
// `constexpr` objects are constants, and objects: they have addresses and may be read through them.
constexpr unsigned size = 4;
constexpr double half = 0.5;
static_assert(size == 4 && half < 1);
static int table[size];
static int of(int kind)
{
    constexpr int first = size - 3;
    switch (kind) {
    case first:
        return 10;
    case first + 1:
        return 20;
    }
    const int *where = &first;
    return *where;
}
int main(void)
{
    static_assert(sizeof table == size * sizeof(int));
    int a = of(1) + of(2) + of(3);
    if (a != 31)
        table[size] = 1;
    return 0;
}
