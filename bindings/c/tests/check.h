/* Checks that are counted; a test program ends with `return checked();`. */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdio.h>

static unsigned passed, failed;
#define CHECK(is_so) check((is_so), #is_so, __FILE__, __LINE__)
#define GIVES(result, call) CHECK((call) == SANSMCP_##result)

static void check(bool is_so, const char *what, const char *file, int line) {
    if (is_so) {
        passed++;
    } else {
        failed++;
        printf("FAIL %s:%d: %s\n", file, line, what);
    }
}

/* The last line is `N passed, M failed`. */
static int checked(void) {
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}

#endif
