// What Embedded Swift 6.0 has no types for: texts that say what went wrong, and that describe. Nothing is kept of them.

public struct String: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: StaticString) {}
        public mutating func appendInterpolation<T>(_ value: T) {}
    }
    public init(stringLiteral: StaticString) {}
    public init(stringInterpolation: StringInterpolation) {}
}

public protocol CustomStringConvertible {}

@inlinable
public func fatalError(_ message: @autoclosure () -> String = "") -> Never { Swift.fatalError("") }

@inlinable
public func precondition(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "") {
    Swift.precondition(holds())
}
