//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Builtins of gcc that are no functions of another file.
extern void reach_error(void);

int g = 1;

#define CHECK(condition) \
    if (!(condition))    \
    reach_error()

int main(void)
{
    int x = 5;
    long product;
    unsigned sum;
    unsigned __int128 wide = 1;
    struct {
        int first;
        char name[3];
        int last;
    } record;
    CHECK(__builtin_add_overflow_p(x, 0x7fffffff, (int)0));
    CHECK(!__builtin_mul_overflow_p(x, 7, (char)0));
    CHECK(__builtin_smull_overflow(1l << 40, 1l << 40, &product));
    CHECK(!__builtin_smull_overflow(-(1l << 40), 1l << 20, &product));
    CHECK(product == -(1l << 60));
    // The operands are converted before they are added.
    CHECK(!__builtin_uadd_overflow(-1, 0, &sum) && sum == 4294967295u);
    CHECK(__builtin_bswap128(wide) == wide << 120);
    CHECK(__builtin_speculation_safe_value(x) == 5);
    CHECK(__atomic_is_lock_free(4, &x));
    CHECK(__builtin_object_size(&x, 0) == 4);
    CHECK(__builtin_object_size(record.name, 0) == 8);
    CHECK(__builtin_object_size(record.name, 1) == 3);
    void *frame = __builtin_frame_address(0);
    double cube = __builtin_powi(2.0, 3);
    CHECK(g == 1);
    return 0;
}
