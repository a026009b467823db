//@ run: verify %s tests/verify/units/input/section.c --property unreach-call
// What lies between the ends of a section is one array, whichever file fills it.
extern int __start_numbers[]; //~ error[E0246]: the attribute `section` is not modelled here
extern int __stop_numbers[]; //~ error[E0246]: the attribute `section` is not modelled here
extern int __stop_others[];
int main(void)
{
    return *__start_numbers == 3;
}
