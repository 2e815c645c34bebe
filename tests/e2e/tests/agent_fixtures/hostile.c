// Calls each function of hostile.S and prints the results.
#include <stdio.h>

extern const unsigned words_of_code[4];
extern char closures[], trampolines[];
long passes_below(long, long), ends_with_halt(long), after_padding(long), behind_closures(long);
int stores_exclusively(int *);
const unsigned *volatile const pointer = words_of_code;
char *volatile const page = closures, *volatile const of_mono = trampolines;

int main(void) {
    for (int i = 0; i < 4; i++) printf("word %x\n", pointer[i]);
    for (int i = 0; i < 16384 / 4; i++)
        if (((unsigned *)page)[i] != ((unsigned *)page)[i % 4]) printf("page %d\n", i);
    if (((unsigned *)of_mono)[0] != 0xd2880011) printf("beginning of the page\n");
    for (int i = 12; i < 16384 / 4; i += 4)
        if (((unsigned *)of_mono)[i] != ((unsigned *)of_mono)[8]) printf("piece %d\n", i);
    int number = 4;
    for (long i = 0; i < 3; i++) {
        printf("below %ld\n", passes_below(100 + i, 2 * i));
        printf("exclusive %d\n", stores_exclusively(&number));
        printf("halt %ld, padding %ld, closures %ld\n", ends_with_halt(i + 1), after_padding(i), behind_closures(i));
    }
    return 0;
}
