//@ run: verify %s --property unreach-call
// Places of objects that change what a program means.
int written __attribute__((section(".rodata"))) = 1; //~ error[E0246]: the attribute `section` is not modelled here
const int read __attribute__((section(".rodata"))) = 1;
const char text[2] __attribute__((section(".rodata.text"))) = "a";
int kept __attribute__((section(".noinit"))); //~ error[E0246]: the attribute `section` is not modelled
int quick __attribute__((section(".data.quick"))) = 1;
__attribute__((section(".text.cold"))) int rare(void) { return 0; }
static int one __attribute__((section("numbers"), used)) = 1;
extern int __start_numbers[]; //~ error[E0246]: the attribute `section` is not modelled here
extern int __stop_others[];
int main(void)
{
    return 0;
}
