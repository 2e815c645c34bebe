// Rules, taxes and a quote. Places of work: Pricing.table, Pricing.rule, Pricing.quote, Pricing.promote.

/// One unit of work: about 16 instructions that the compiler can neither shorten nor drop.
@inline(__always)
func mix(_ value: UInt64) -> UInt64 {
  var value = value
  value ^= value &<< 13
  value ^= value &>> 7
  value ^= value &<< 17
  value ^= value &<< 5
  value ^= value &>> 11
  return value
}

@inline(__always)
func units(_ place: StaticString, _ plain: UInt32) -> UInt32 {
  KitUnits(UnsafeRawPointer(place.utf8Start).assumingMemoryBound(to: CChar.self), plain)
}

/// What has a price, and how it is changed.
class Rule {
  let share: Int
  init(share: Int) { self.share = share }

  /// The price after this rule: each kind of rule says it.
  func price(_ cents: Int) -> Int { cents }

  @inline(never)
  final func work(_ seed: Int) -> Int {
    var value = UInt64(truncatingIfNeeded: seed) | 1
    for _ in 0..<units("Pricing.rule", 6) { value = mix(value) }
    KitKeep(UInt(value))
    return Int(truncatingIfNeeded: value & 1)
  }
}

final class Discount: Rule {
  override func price(_ cents: Int) -> Int { cents &- cents &* share / 100 &+ work(cents) }
}

final class Surcharge: Rule {
  override func price(_ cents: Int) -> Int { cents &+ cents &* share / 100 &+ work(cents) }
}

/// A list of anything: a generic class, with a closure for each element.
final class Chain<Element> {
  let element: Element
  let rest: Chain<Element>?
  init(_ element: Element, _ rest: Chain<Element>?) {
    self.element = element
    self.rest = rest
  }
}

@inline(never)
func fold<Element, Result>(
  _ chain: Chain<Element>?, _ start: Result, _ step: (Result, Element) -> Result
) -> Result {
  var result = start
  var next = chain
  while let link = next {
    result = step(result, link.element)
    next = link.rest
  }
  return result
}

/// Two of anything, and a closure that makes one of them.
struct Pair<First, Second> {
  let first: First
  let second: Second

  @inline(never)
  func joined<Result>(_ join: (First, Second) -> Result) -> Result { join(first, second) }
}

/// The rules of every cart: made at the first quote.
final class Rules {
  static let standard = Rules()
  let all: Chain<Rule>?

  private init() {
    all = Chain(Discount(share: 10), Chain(Surcharge(share: 3), Chain(Discount(share: 2), nil)))
  }

  @inline(never)
  func price(_ cents: Int) -> Int { fold(all, cents) { $1.price($0) } }
}

/// The tax of each country: a lazy global.
let taxes = makeTaxes()

@inline(never)
func makeTaxes() -> UnsafeMutablePointer<Int> {
  let table = UnsafeMutablePointer<Int>.allocate(capacity: 32)
  var value: UInt64 = 2_463_534_242
  for _ in 0..<units("Pricing.table", 400) { value = mix(value) }
  KitKeep(UInt(value))
  for country in 0..<32 { table[country] = 15 &+ Int(truncatingIfNeeded: (value &>> UInt64(country)) & 7) }
  return table
}

/// A closure that outlives the call which made it.
@inline(never)
func rounding(to step: Int) -> (Int) -> Int {
  { cents in (cents &+ step / 2) / step &* step }
}

@_cdecl("PricingTax")
public func tax(_ country: Int) -> Int { taxes[country & 31] }

@_cdecl("PricingQuote")
public func quote(
  _ items: Int, _ cents: @convention(c) (Int, UnsafeMutableRawPointer?) -> Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let round = rounding(to: 5)
  var sum = 0
  for item in 0..<items { sum &+= round(Rules.standard.price(cents(item, context))) }
  var value: UInt64 = 88_172_645_463_325_252
  for _ in 0..<units("Pricing.quote", 60) { value = mix(value) }
  KitKeep(UInt(value))
  return Pair(first: sum, second: tax(items)).joined { $0 &+ $0 &* $1 / 100 }
}

@_cdecl("PricingPromote")
public func promote(_ cents: Int) -> Int {
  var value = UInt64(truncatingIfNeeded: cents) | 1
  for _ in 0..<units("Pricing.promote", 1500) { value = mix(value) }
  KitKeep(UInt(value))
  return cents &- 1
}
