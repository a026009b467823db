//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// Numbers from 1 to 3999 in Roman numerals: fifteen letters are enough, and they are read back as the same number.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MAX_LENGTH 15 /* MMMDCCCLXXXVIII */
#define N_NUMERALS 13

static const struct numeral {
    int value;
    char letters[3];
} numerals[N_NUMERALS] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" },
    { 90, "XC" },  { 50, "L" },   { 40, "XL" }, { 10, "X" },   { 9, "IX" },
    { 5, "V" },    { 4, "IV" },   { 1, "I" },
};

static void to_roman(int number, char *text)
{
    for (int i = 0; i < N_NUMERALS; i++) {
        while (number >= numerals[i].value) {
            for (const char *letter = numerals[i].letters; *letter; letter++)
                *text++ = *letter;
            number -= numerals[i].value;
        }
    }
    *text = '\0';
}

static int value_of(char letter)
{
    switch (letter) {
    case 'M': return 1000;
    case 'D': return 500;
    case 'C': return 100;
    case 'L': return 50;
    case 'X': return 10;
    case 'V': return 5;
    case 'I': return 1;
    default: return 0;
    }
}

static int from_roman(const char *text)
{
    int number = 0;
    for (; *text; text++) {
        int value = value_of(text[0]);
        number += value < value_of(text[1]) ? -value : value;
    }
    return number;
}

int main(void)
{
    int number = __VERIFIER_nondet_int();
    if (number < 1 || number > 3999)
        return 0;
    char text[MAX_LENGTH + 1];
    to_roman(number, text);
    assert(from_roman(text) == number);
    return 0;
}
