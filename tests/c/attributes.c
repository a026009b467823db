//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Attributes change sizes and alignments where they say so, and are otherwise read over.
extern void reach_error(void);

#define CHECK(c) (n_asked++, n_right += (c))
static int n_asked, n_right;

struct plain { char c; int i; };
struct __attribute__((packed)) tight { char c; int i; };
struct wide { char c; int i __attribute__((aligned(16))); };
struct mixed { char c; int i __attribute__((packed)); short s; };
typedef int word __attribute__((mode(HI)));
typedef int lanes __attribute__((vector_size(16)));
typedef int overaligned __attribute__((aligned(32)));

static void stop(void) __attribute__((noreturn, cold));
static int spare __attribute__((unused, section(".data.spare"))) = 4;
static int __attribute__((pure, nothrow)) twice(int x) { return 2 * x; }
static inline __attribute__((always_inline)) int thrice(int x) { return 3 * x; }
void __attribute__((format(printf, 1, 2))) note(const char *format, ...);

static void stop(void) { for (;;) ; }

int main(int argc __attribute__((unused)), char **argv __attribute__((unused)))
{
    CHECK(sizeof(struct plain) == 8);
    CHECK(sizeof(struct tight) == 5);
    CHECK(sizeof(struct wide) == 32);
    CHECK(__builtin_offsetof(struct wide, i) == 16);
    CHECK(sizeof(struct mixed) == 8);
    CHECK(sizeof(word) == 2);
    CHECK(sizeof(lanes) == 16);
    CHECK(_Alignof(overaligned) == 32);
    struct tight t = { 1, -2 };
    CHECK(t.c + t.i == -1);
    CHECK(twice(spare) + thrice(1) == 11);
    switch (spare) {
    case 4:
        spare++;
        __attribute__((fallthrough));
    default:
        spare++;
    }
    CHECK(spare == 6);
    if (n_right == n_asked)
        reach_error(); //~ violated unreach-call
    stop();
}
