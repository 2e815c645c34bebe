// The package's whole numbers: rounded division and shifts, common divisors, rotation and saturation; what they give is summed up.

nonisolated(unsafe) var sum = 0

@inline(never)
func add(_ number: some BinaryInteger) { sum = sum &* 31 &+ Int(truncatingIfNeeded: number) }

let rules: [RoundingRule] = [
    .down, .up, .towardZero, .awayFromZero, .toOdd, .toNearestOrDown, .toNearestOrUp, .toNearestOrZero, .toNearestOrAway,
    .toNearestOrEven,
]

@inline(never)
func rounded(_ number: Int, by other: Int) {
    for rule in rules {
        add(number.divided(by: other, rounding: rule))
        add(number.remainder(dividingBy: other, rounding: rule))
        add(number.shifted(rightBy: other & 7, rounding: rule))
    }
    let (quotient, remainder) = euclideanDivision(number, other)
    add(quotient)
    add(remainder)
}

@inline(never)
func saturated(_ number: Int8, with other: Int8) {
    add(number.addingWithSaturation(other))
    add(number.subtractingWithSaturation(other))
    add(number.multipliedWithSaturation(by: other))
    add(number.negatedWithSaturation())
    add(number.shiftedWithSaturation(leftBy: Int(other & 7)))
}

@inline(never)
func turned(_ number: UInt16, by other: Int) {
    add(number.rotated(left: other))
    add(number.rotated(right: other))
}

@_cdecl("others_run")
public func run() -> Int {
    for number in stride(from: -200, through: 200, by: 17) {
        for other in [-7, -3, 2, 5, 12] {
            rounded(number, by: other)
            saturated(Int8(truncatingIfNeeded: number), with: Int8(other))
            turned(UInt16(truncatingIfNeeded: number), by: other)
            add(gcd(number, other))
        }
    }
    return sum
}
