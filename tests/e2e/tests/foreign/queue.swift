// A queue of orders: the best and the worst are taken in turns, more come, and the rest is emptied.

@_cdecl("others_queue")
public func queue(_ count: Int) -> Int {
    var sum = 0
    var heap = Heap<Int>()
    for at in 0..<count { heap.insert(at &* 7919 % 211) }
    for _ in 0..<count / 4 {
        sum = sum &* 31 &+ (heap.popMin() ?? 0)
        sum = sum &* 31 &+ (heap.popMax() ?? 0)
    }
    heap.insert(contentsOf: 300..<(300 + count / 5))
    sum &+= heap.replaceMin(with: 500) &+ heap.replaceMax(with: -3)
    let others = Heap((0..<count / 2).map { $0 &* 31 % 97 })
    heap.insert(contentsOf: others.unordered)
    sum &+= (heap.min ?? 0) &+ (heap.max ?? 0) &+ (others.isEmpty ? 0 : others.count)
    while let next = heap.popMax() { sum = sum &* 31 &+ next }
    return sum
}
