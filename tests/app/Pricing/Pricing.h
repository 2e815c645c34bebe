// Pricing: written in Embedded Swift, which has no Objective-C classes; Objective-C reaches it by these functions.
// Its assembly text is committed, so that only `cargo xtask swift` needs the Swift compiler.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// The price of a whole cart: every rule applied to every item, whose cents the caller is asked for.
long PricingQuote(long items, long (*cents)(long item, void *context), void *context);
// What the lazy global has for a country; it is made at the first question.
long PricingTax(long country);
// Called only under SHOP_NEW=Pricing.
long PricingPromote(long cents);

#ifdef __cplusplus
}
#endif
