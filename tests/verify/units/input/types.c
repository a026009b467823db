struct pair { int a; int b; };
extern int narrow;
extern void take(struct pair *p, int n);
extern unsigned int sign;
extern char *text;
extern void takes_two(int, int);
int main(void)
{
    struct pair p = {1, 2};
    take(&p, narrow + (int)sign);
    takes_two(1, 2);
    return text[0];
}
