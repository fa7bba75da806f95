/* Prints what a call of a tool answers. */
#include <stdio.h>

#include "../../one_call.h"

void app_main(void) {
    static uint8_t answer[1024];
    size_t len = one_call(answer, sizeof answer);
    printf("%.*s", (int)len, (const char *)answer);
}
