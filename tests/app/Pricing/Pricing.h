// Pricing: written in Embedded Swift, which has no Objective-C classes; Objective-C reaches it by these functions.
// Its assembly text is committed, so that only `cargo xtask swift` needs the Swift compiler.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Returns the price of a whole cart, with every rule applied to every item; `cents` returns the price of an item.
long PricingQuote(long items, long (*cents)(long item, void *context), void *context);
// Returns the tax of a country from a lazy global, which is created at the first call.
long PricingTax(long country);
// Called only under SHOP_NEW=Pricing.
long PricingPromote(long cents);

#ifdef __cplusplus
}
#endif
