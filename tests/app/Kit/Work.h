// Work that costs the same at every run, and the switches that make it cost more.
//
// Every place in Shop that does work names itself. A test slows one of them down, or all, from outside:
//   SHOP_SLOW=Payments.tokenize:2.5,Kit.static:3   what these places do takes so many times as long
//   SHOP_MORE=Imaging.decode:4                     these loops call their method so many times as often
//   SHOP_MOVE=Cart.total>Cart.discount             the work of the first place is done at the second
//   SHOP_NEW=Networking                            the module's new method is called, or its new function
//   SHOP_ALL=1.1                                   everything takes so many times as long
//   SHOP_SENDS=1000000                             so many sends more at start, for the bench (try one to three million)
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Spends about `units` times 16 instructions, as the switches say for `place`.
void KitWork(const char *place, unsigned units);
// For code that does its work itself, in its own language: how many units of it the switches want at `place`,
// and what that work computed, for the checksum.
unsigned KitUnits(const char *place, unsigned units);
void KitKeep(unsigned long value);
// How often a loop at `place` runs whose plain number of rounds is `rounds`.
unsigned KitRounds(const char *place, unsigned rounds);
// Whether SHOP_NEW names `module`.
int KitNew(const char *module);
// The number in SHOP_SENDS, or 0.
unsigned KitExtraSends(void);
// What all work left behind: a check that a run with the agent computed what a run without it did.
unsigned long KitChecksum(void);

#ifdef __cplusplus
}
#endif
