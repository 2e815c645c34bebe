// A start that is full of dictionaries and sets: what it computes is the same in each launch, and how often it calls some functions is not,
// since the order of a table and its collisions hang on the seed of hashes, which each process draws anew.

struct Place: Hashable {
    let shelf: Int
    let number: Int

    @inline(never)
    static func == (a: Place, b: Place) -> Bool { a.shelf == b.shelf && a.number == b.number }

    @inline(never)
    func hash(into hasher: inout Hasher) {
        hasher.combine(shelf)
        hasher.combine(number)
    }
}

final class Settings {
    private var values: [Int: Int] = [:]

    @inline(never)
    func load(_ count: Int) {
        for at in 0..<count { values[at &* 7919 % 1009] = at }
    }

    @inline(never)
    func value(_ key: Int) -> Int { values[key] ?? fallback(key) }

    @inline(never)
    func fallback(_ key: Int) -> Int { -key }

    // Which key it meets first is another one in each launch.
    @inline(never)
    func looked(until wanted: Int) -> Int {
        var tries = 0
        for (key, value) in values {
            tries += 1
            if isWanted(key, value, wanted) { break }
        }
        return tries
    }

    @inline(never)
    func isWanted(_ key: Int, _ value: Int, _ wanted: Int) -> Bool { (key ^ value) % 13 == wanted }
}

@inline(never)
func stock(_ count: Int) -> [Place: [Int]] {
    var stock: [Place: [Int]] = [:]
    for item in 0..<count { stock[Place(shelf: item % 7, number: item % 11), default: []].append(item) }
    return stock
}

@inline(never)
func price(_ items: [Int]) -> Int { items.reduce(0) { $0 &+ rebate($1) } }

@inline(never)
func rebate(_ item: Int) -> Int { item % 5 == 0 ? item / 2 : item }

@inline(never)
func seen(_ count: Int) -> Set<Int> {
    var seen = Set<Int>()
    for at in 0..<count where seen.insert(at &* at % 257).inserted { note(at) }
    return seen
}

nonisolated(unsafe) var notes = 0

@inline(never)
func note(_ at: Int) { notes &+= at }

// The first of a set that fits, whichever that is.
@inline(never)
func first(of all: Set<Int>, above least: Int) -> Bool { all.contains { isAbove($0, least) } }

@inline(never)
func isAbove(_ number: Int, _ least: Int) -> Bool { number > least }

@inline(never)
func merged(_ left: [Int: Int], _ right: [Int: Int]) -> [Int: Int] {
    var both = left
    for (key, value) in right { both[key] = together(both[key] ?? 0, value) }
    return both
}

@inline(never)
func together(_ left: Int, _ right: Int) -> Int { left &* 3 &+ right }

@_cdecl("tables_run")
public func run(_ more: Int) -> Int {
    let settings = Settings()
    settings.load(300)
    var sum = 0
    for key in 0..<(40 + more) { sum &+= settings.value(key) }
    _ = settings.looked(until: 5)
    for (_, items) in stock(400) { sum &+= price(items) }
    let numbers = seen(500)
    for least in 0..<20 { sum &+= first(of: numbers, above: 200 + least) ? 1 : 0 }
    var squares: [Int: Int] = [:], halves: [Int: Int] = [:]
    for at in 0..<90 { squares[at] = at * at }
    for (key, value) in squares where isAbove(value, 900) { halves[key] = value / 2 }
    for (key, value) in merged(squares, halves) { sum &+= key ^ value }
    var left = squares
    for key in 0..<30 { left.removeValue(forKey: key * 3) }
    return sum &+ left.count &+ notes
}
