int number __attribute__((section("numbers"), used)) = 3;
