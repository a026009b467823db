int main(void)
{
    /* äö */ int ä = 1; const char *s = "日本語"; return s != 0 && 1 / (ä - 1);
}
