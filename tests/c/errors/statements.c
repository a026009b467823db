//@ run: verify %s --property unreach-call
// Statements in the wrong place.
int main(void)
{
    int x = 1;
    break; //~ error[E0230]: `break` outside of a loop or switch
    continue; //~ error[E0230]: `continue` outside of a loop
    case 1: x = 2; //~ error[E0230]: `case` outside of a switch
    default: x = 3; //~ error[E0230]: `default` outside of a switch
    switch (x) {
    case 1: break;
    case 1: break; //~ error[E0221]: duplicate case 1
    case 3 ... 5: break;
    case 4: break; //~ error[E0221]: duplicate case 4
    case 'x' + x: break; //~ error[E0220]: the case is not constant
    default: break;
    default: break; //~ error[E0221]: several defaults in one switch
    }
twice:
twice: //~ error[E0202]: redefinition of label `twice`
    return x;
}
