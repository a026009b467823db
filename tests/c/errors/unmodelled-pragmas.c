//@ run: verify %s --property unreach-call
// Pragmas that change what a program means and are not modelled.
#pragma pack(3) //~ error[E0119]: this pragma is not modelled
#pragma weak f = g //~ error[E0119]: this pragma is not modelled
#pragma redefine_extname f g //~ error[E0119]: this pragma is not modelled
#pragma scalar_storage_order big-endian //~ error[E0119]: this pragma is not modelled
#pragma GCC optimize ("wrapv") //~ error[E0119]: this pragma is not modelled
#pragma GCC optimize ("O2")
#pragma GCC diagnostic ignored "-Wall"
#pragma pack(pop)
int main(void)
{
    return 0;
}
