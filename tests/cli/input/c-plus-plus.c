#include <iostream>
int main() { std::cout << 1; }
