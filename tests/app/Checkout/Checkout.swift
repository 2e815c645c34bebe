// The session, and the basket that the catalogue shows.
// Places of work: Checkout.settings, Checkout.line, Checkout.basket, Checkout.session, Checkout.archive.

/// What a place works; it becomes part of each function that calls it, which is thereby what a slower place shows as.
@inline(__always)
func work(_ place: StaticString, _ plain: UInt32) -> Int {
  let end = Int(KitUnits(place.text, plain))
  var value: UInt = 88_172_645_463_325_252
  var unit = 0
  while unit < end {
    value ^= value << 13
    value ^= value >> 7
    value ^= value << 17
    value ^= value << 5
    value ^= value >> 11
    unit += 1
  }
  KitKeep(value)
  return end
}

/// Made at the first question, as every `static let` is.
public final class Settings {
  static let shared: Settings = Settings()
  final let lines: Int
  init() { lines = 4 + 0 * work("Checkout.settings", 250) }
}

/// A line of the basket: a class that only Swift knows.
public class Line {
  final let cents: Int
  init(cents: Int) { self.cents = cents }
  func total() -> Int { return cents }
}

public final class TaxedLine: Line {
  override func total() -> Int { return cents + work("Checkout.line", 20) }
}

@inline(never)
func line(_ index: Int) -> Line {
  if index == 0 { return Line(cents: 500) }
  return TaxedLine(cents: 100 * index)
}

@inline(never)
func sum(_ count: Int, _ price: (Line) -> Int) -> Int {
  var total = 0
  var index = 0
  while index < count {
    total += price(line(index))
    index += 1
  }
  return total
}

/// What Objective-C asks; its methods are sent.
public class Session: NSObject {
  final var opened: Int = 0

  @objc public func open(_ cents: Int) -> Int {
    opened += 1
    return cents + work("Checkout.session", 120)
  }

  /// Sent under SHOP_NEW=Checkout only.
  @objc public func archive() { opened += work("Checkout.archive", 1500) }
}

/// A page within the catalogue.
public class BasketController: UIViewController {
  final var total: Int = 0
  final var layouts: Int = 0

  public override func viewDidLoad() {
    super.viewDidLoad()
    let count = Settings.shared.lines
    total = sum(count) { $0.total() }
    render()
  }

  /// A method that only Swift declares: called directly, never sent.
  @inline(never)
  final func render() { total += work("Checkout.basket", 300) }

  public override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    layouts += 1
  }

  public override func viewDidAppear(_ animated: UInt8) {
    super.viewDidAppear(animated)
    render()
  }
}
