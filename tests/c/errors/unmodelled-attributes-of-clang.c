//@ run: verify %s --property unreach-call
// Attributes that change what a program means, of clang and of other processors.
__attribute__((target("fma"))) double fused(double x) { return x * x + 1; } //~ error[E0246]: the attribute `target` is not modelled
__attribute__((target("sse4.2"))) int counted(int x) { return x; }
__attribute__((target_clones("avx2", "default"))) int twice(int x) { return 2 * x; }
__attribute__((optimize("no-strict-overflow"))) int wraps(int x) { return x + 1; } //~ error[E0246]: the attribute `optimize` is not modelled
int late __attribute__((loader_uninitialized)); //~ error[E0246]: the attribute `loader_uninitialized` is not modelled
const int flash __attribute__((progmem)) = 1; //~ error[E0246]: the attribute `progmem` is not modelled
__attribute__((frobnicated)) int odd(void) { return 0; } //~ warning[W0264]: the attribute `frobnicated` is not known
int main(void)
{
    return 0;
}
