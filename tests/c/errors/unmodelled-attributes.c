//@ run: verify %s --property unreach-call
// Attributes that change what a program means and are not modelled.
struct big { int x; } __attribute__((scalar_storage_order("big-endian"))); //~ error[E0246]: the attribute `scalar_storage_order` is not modelled
struct little { int x; } __attribute__((scalar_storage_order("little-endian")));
struct __attribute__((ms_struct)) other { char c : 3; int i : 3; }; //~ error[E0246]: the attribute `ms_struct` is not modelled
int kept __attribute__((noinit)); //~ error[E0246]: the attribute `noinit` is not modelled
__attribute__((optimize("wrapv"))) int wraps(int x) { return x + 1; } //~ error[E0246]: the attribute `optimize` is not modelled
__attribute__((optimize("O2"))) int plain(int x) { return x; }
static int first(void) { return 0; }
int (*table)(void) __attribute__((section(".ctors"))) = first; //~ error[E0246]: the attribute `section` is not modelled
__attribute__((interrupt)) void handler(void *frame) { } //~ error[E0246]: the attribute `interrupt` is not modelled
int main(void)
{
    return 0;
}
