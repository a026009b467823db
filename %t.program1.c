void __VERIFIER_assume_abort_if_not(int); void __linchpin_any_bytes(void *, __typeof__(sizeof 0)); void __linchpin_unmodelled_bytes(void *, __typeof__(sizeof 0)); void __linchpin_accessible(void *, __typeof__(sizeof 0)); void __linchpin_writable(void *, __typeof__(sizeof 0)); static void __linchpin_go_to_end(const char *s) { while (*s) s++; } unsigned char __VERIFIER_nondet_any_uchar(void); unsigned int __VERIFIER_nondet_any_uint(void); void __linchpin_broken_0(void); 
# 1 "tests/reproducer/function-by-itself.c"
# 0 "tests/reproducer/function-by-itself.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4

# 1 "/usr/include/stdc-predef.h" 3 4
/* Copyright (C) 1991-2022 Free Software Foundation, Inc.
   This file is part of the GNU C Library.

   The GNU C Library is free software; you can redistribute it and/or
   modify it under the terms of the GNU Lesser General Public
   License as published by the Free Software Foundation; either
   version 2.1 of the License, or (at your option) any later version.

   The GNU C Library is distributed in the hope that it will be useful,
   but WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU
   Lesser General Public License for more details.

   You should have received a copy of the GNU Lesser General Public
   License along with the GNU C Library; if not, see
   <https://www.gnu.org/licenses/>.  */




/* This header is separate from features.h so that the compiler can
   include it implicitly at the start of every compilation.  It must
   not itself include <features.h> or any other header that includes
   <features.h> because the implicit include comes before any feature
   test macros that may be defined in a source file before it first
   explicitly includes a system header.  GCC knows the name of this
   header in order to preinclude it.  */

/* glibc's intent is to support the IEC 559 math functionality, real
   and complex.  If the GCC (4.9 and later) predefined macros
   specifying compiler intent are available, use them to determine
   whether the overall intent is to support these features; otherwise,
   presume an older compiler has intent to support these features and
   define these macros by default.  */
# 56 "/usr/include/stdc-predef.h" 3 4
/* wchar_t uses Unicode 10.0.0.  Version 10.0 of the Unicode Standard is
   synchronized with ISO/IEC 10646:2017, fifth edition, plus
   the following additions from Amendment 1 to the fifth edition:
   - 56 emoji characters
   - 285 hentaigana
   - 3 additional Zanabazar Square characters */
# 0 "<command-line>" 2
# 1 "tests/reproducer/function-by-itself.c"

# 1 "tests/reproducer/function-by-itself.c"
//@ run: verify %s --function f --time 30 --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// The call that goes wrong is written beside the values that it needs.
struct ring {
    unsigned head;
    int items[8];
};
//@ requires \valid(r) && r->head <= 8;
int f(struct ring *r, int x); int __linchpin_real_f(struct ring *r, int x)
{
    r->items[r->head] = x; //~ violated bounds
    return 0;
}

# 10 "tests/reproducer/function-by-itself.c"
int f(struct ring *r, int x) { 
# 10 "tests/reproducer/function-by-itself.c"
__linchpin_writable((void *)(r), sizeof *(r)); 
# 10 "tests/reproducer/function-by-itself.c"
if (!((r->head <= 8))) __linchpin_broken_0(); 
# 10 "tests/reproducer/function-by-itself.c"
int __linchpin_result = __linchpin_real_f(r, x); return __linchpin_result; }

# 11 "tests/reproducer/function-by-itself.c"
static unsigned long __linchpin_any_length(void) { unsigned char n = __VERIFIER_nondet_any_uchar(); return n != 171 ? n : __VERIFIER_nondet_any_uint() >> 2; }
# 11 "tests/reproducer/function-by-itself.c"
void __linchpin_alone_f(int x) { struct ring *r; static __typeof__((0, *(r))) __linchpin_of_0; unsigned int __VERIFIER_nondet_at_0(void); __linchpin_of_0.head = __VERIFIER_nondet_at_0(); unsigned int __VERIFIER_nondet_at_1(void); __linchpin_of_0.items[0] = __VERIFIER_nondet_at_1(); unsigned int __VERIFIER_nondet_at_2(void); __linchpin_of_0.items[1] = __VERIFIER_nondet_at_2(); unsigned int __VERIFIER_nondet_at_3(void); __linchpin_of_0.items[2] = __VERIFIER_nondet_at_3(); unsigned int __VERIFIER_nondet_at_4(void); __linchpin_of_0.items[3] = __VERIFIER_nondet_at_4(); unsigned int __VERIFIER_nondet_at_5(void); __linchpin_of_0.items[4] = __VERIFIER_nondet_at_5(); unsigned int __VERIFIER_nondet_at_6(void); __linchpin_of_0.items[5] = __VERIFIER_nondet_at_6(); unsigned int __VERIFIER_nondet_at_7(void); __linchpin_of_0.items[6] = __VERIFIER_nondet_at_7(); unsigned int __VERIFIER_nondet_at_8(void); __linchpin_of_0.items[7] = __VERIFIER_nondet_at_8(); r = (void *)&__linchpin_of_0; 
# 10 "tests/reproducer/function-by-itself.c"
__VERIFIER_assume_abort_if_not((r) != 0); 
# 10 "tests/reproducer/function-by-itself.c"
__VERIFIER_assume_abort_if_not(!!((r->head <= 8))); 
# 11 "tests/reproducer/function-by-itself.c"
__typeof__(__linchpin_real_f(r, x)) __linchpin_result = __linchpin_real_f(r, x); static __typeof__((0, __linchpin_real_f(r, x))) __linchpin_kept; __linchpin_kept = __linchpin_result; }
