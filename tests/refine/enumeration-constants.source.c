// See enumeration-constants.target.c.
enum mode { IDLE, BUSY = 4, DONE };
enum mode state;
int f(void)
{
    state = BUSY;
    return BUSY;
}
