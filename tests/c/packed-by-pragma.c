//@ run: verify %s --data-model LP64 --property unreach-call
//@ truth: holds
//@ verdict: true
//@ run: verify %s --data-model ILP32 --property unreach-call
//@ verdict: true
// `#pragma pack` limits the alignment of the members of records that end behind it.
extern void reach_error(void);

#pragma pack(push, 1)
struct one { char c; int i; long long l; };
#pragma pack(2)
struct two { char c; int i; double d __attribute__((aligned(8))); };
#pragma pack(push, named)
#pragma pack(4)
struct four { char c; long long l; int b : 20, d : 20; };
#pragma pack(pop, named)
struct two_again { char c; int i; };
#pragma pack(pop)
struct free_of_it { char c; int i; };
_Pragma("pack(1)") struct by_operator { char c; int i; };
#pragma pack()
struct last {
    char c;
#pragma pack(1)
    int i;
};
#pragma pack(0)
struct own { char c; int i; } __attribute__((aligned(16)));

int main(void)
{
    if (sizeof(struct one) != 13 || __builtin_offsetof(struct one, l) != 5)
        reach_error();
    if (sizeof(struct two) != 14 || __builtin_offsetof(struct two, d) != 6)
        reach_error();
    if (sizeof(struct four) != 20 || __builtin_offsetof(struct four, l) != 4)
        reach_error();
    if (sizeof(struct two_again) != 6 || sizeof(struct free_of_it) != 8)
        reach_error();
    if (sizeof(struct by_operator) != 5 || sizeof(struct last) != 5)
        reach_error();
    if (sizeof(struct own) != 16)
        reach_error();
    return 0;
}
