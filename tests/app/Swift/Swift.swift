// A standard library as small as Shop's module Checkout allows: numbers, Bool, Optional, pointers, literals.
// Apple's is not to be had for iOS outside Xcode, and the compiler takes any module of the name `Swift`.
// All functions are transparent, so nothing of it is linked; what the compiler calls at run time is in the small iOS's libswiftCore.

// What the compiler looks up by name.
precedencegroup AssignmentPrecedence { assignment: true }
precedencegroup DefaultPrecedence { higherThan: AssignmentPrecedence }
precedencegroup TernaryPrecedence { associativity: right higherThan: AssignmentPrecedence }
precedencegroup ComparisonPrecedence { higherThan: TernaryPrecedence }
precedencegroup CastingPrecedence { higherThan: ComparisonPrecedence }
precedencegroup AdditionPrecedence { associativity: left higherThan: CastingPrecedence }
precedencegroup MultiplicationPrecedence { associativity: left higherThan: AdditionPrecedence }
precedencegroup ShiftPrecedence { higherThan: MultiplicationPrecedence }

infix operator +: AdditionPrecedence
infix operator -: AdditionPrecedence
infix operator ^: AdditionPrecedence
infix operator *: MultiplicationPrecedence
infix operator <<: ShiftPrecedence
infix operator >>: ShiftPrecedence
infix operator <: ComparisonPrecedence
infix operator ==: ComparisonPrecedence
infix operator +=: AssignmentPrecedence
infix operator ^=: AssignmentPrecedence

public typealias Void = ()
public typealias AnyObject = Builtin.AnyObject
public typealias IntegerLiteralType = Int
public typealias BooleanLiteralType = Bool
public typealias StringLiteralType = StaticString

// Literals.
public protocol _ExpressibleByBuiltinIntegerLiteral {
  init(_builtinIntegerLiteral value: Builtin.IntLiteral)
}
public protocol ExpressibleByIntegerLiteral {
  associatedtype IntegerLiteralType: _ExpressibleByBuiltinIntegerLiteral
  init(integerLiteral value: IntegerLiteralType)
}
public protocol _ExpressibleByBuiltinBooleanLiteral {
  init(_builtinBooleanLiteral value: Builtin.Int1)
}
public protocol ExpressibleByBooleanLiteral {
  associatedtype BooleanLiteralType: _ExpressibleByBuiltinBooleanLiteral
  init(booleanLiteral value: BooleanLiteralType)
}
public protocol _ExpressibleByBuiltinUnicodeScalarLiteral {
  init(_builtinUnicodeScalarLiteral value: Builtin.Int32)
}
public protocol ExpressibleByUnicodeScalarLiteral {
  associatedtype UnicodeScalarLiteralType: _ExpressibleByBuiltinUnicodeScalarLiteral
  init(unicodeScalarLiteral value: UnicodeScalarLiteralType)
}
public protocol _ExpressibleByBuiltinExtendedGraphemeClusterLiteral: _ExpressibleByBuiltinUnicodeScalarLiteral {
  init(
    _builtinExtendedGraphemeClusterLiteral start: Builtin.RawPointer, utf8CodeUnitCount: Builtin.Word,
    isASCII: Builtin.Int1)
}
public protocol ExpressibleByExtendedGraphemeClusterLiteral: ExpressibleByUnicodeScalarLiteral {
  associatedtype ExtendedGraphemeClusterLiteralType: _ExpressibleByBuiltinExtendedGraphemeClusterLiteral
  init(extendedGraphemeClusterLiteral value: ExtendedGraphemeClusterLiteralType)
}
public protocol _ExpressibleByBuiltinStringLiteral: _ExpressibleByBuiltinExtendedGraphemeClusterLiteral {
  init(_builtinStringLiteral start: Builtin.RawPointer, utf8CodeUnitCount: Builtin.Word, isASCII: Builtin.Int1)
}
public protocol ExpressibleByStringLiteral: ExpressibleByExtendedGraphemeClusterLiteral {
  associatedtype StringLiteralType: _ExpressibleByBuiltinStringLiteral
  init(stringLiteral value: StringLiteralType)
}
public protocol ExpressibleByFloatLiteral { associatedtype FloatLiteralType }
public protocol ExpressibleByNilLiteral {}
public protocol ExpressibleByArrayLiteral { associatedtype ArrayLiteralElement }
public protocol ExpressibleByDictionaryLiteral { associatedtype Key; associatedtype Value }
public protocol ExpressibleByStringInterpolation {}
public protocol _ExpressibleByBuiltinFloatLiteral {}
public protocol Equatable {}
public protocol Hashable {}

@frozen public struct Bool: _ExpressibleByBuiltinBooleanLiteral, ExpressibleByBooleanLiteral {
  public var _value: Builtin.Int1
  @_transparent public init(_ value: Builtin.Int1) { _value = value }
  @_transparent public init(_builtinBooleanLiteral value: Builtin.Int1) { _value = value }
  @_transparent public init(booleanLiteral value: Bool) { self = value }
}

@frozen public struct Int: _ExpressibleByBuiltinIntegerLiteral, ExpressibleByIntegerLiteral {
  public var _value: Builtin.Int64
  @_transparent public init(_ value: Builtin.Int64) { _value = value }
  @_transparent public init(_builtinIntegerLiteral value: Builtin.IntLiteral) {
    _value = Builtin.s_to_s_checked_trunc_IntLiteral_Int64(value).0
  }
  @_transparent public init(integerLiteral value: Int) { self = value }
  @_transparent public init(_ other: UInt32) { _value = Builtin.zextOrBitCast_Int32_Int64(other._value) }
  @_transparent public init(_ other: UInt) { _value = other._value }
  @_transparent public static func + (a: Int, b: Int) -> Int { Int(Builtin.add_Int64(a._value, b._value)) }
  @_transparent public static func - (a: Int, b: Int) -> Int { Int(Builtin.sub_Int64(a._value, b._value)) }
  @_transparent public static func * (a: Int, b: Int) -> Int { Int(Builtin.mul_Int64(a._value, b._value)) }
  @_transparent public static func < (a: Int, b: Int) -> Bool { Bool(Builtin.cmp_slt_Int64(a._value, b._value)) }
  @_transparent public static func == (a: Int, b: Int) -> Bool { Bool(Builtin.cmp_eq_Int64(a._value, b._value)) }
  @_transparent public static func += (a: inout Int, b: Int) { a = a + b }
}

@frozen public struct UInt: _ExpressibleByBuiltinIntegerLiteral, ExpressibleByIntegerLiteral {
  public var _value: Builtin.Int64
  @_transparent public init(_ value: Builtin.Int64) { _value = value }
  @_transparent public init(_builtinIntegerLiteral value: Builtin.IntLiteral) {
    _value = Builtin.s_to_u_checked_trunc_IntLiteral_Int64(value).0
  }
  @_transparent public init(integerLiteral value: UInt) { self = value }
  @_transparent public init(_ other: Int) { _value = other._value }
  @_transparent public static func + (a: UInt, b: UInt) -> UInt { UInt(Builtin.add_Int64(a._value, b._value)) }
  @_transparent public static func ^= (a: inout UInt, b: UInt) { a = UInt(Builtin.xor_Int64(a._value, b._value)) }
  // The count is below 64: the callers' are constants.
  @_transparent public static func << (a: UInt, b: UInt) -> UInt { UInt(Builtin.shl_Int64(a._value, b._value)) }
  @_transparent public static func >> (a: UInt, b: UInt) -> UInt { UInt(Builtin.lshr_Int64(a._value, b._value)) }
}

@frozen public struct UInt32: _ExpressibleByBuiltinIntegerLiteral, ExpressibleByIntegerLiteral {
  public var _value: Builtin.Int32
  @_transparent public init(_builtinIntegerLiteral value: Builtin.IntLiteral) {
    _value = Builtin.s_to_u_checked_trunc_IntLiteral_Int32(value).0
  }
  @_transparent public init(integerLiteral value: UInt32) { self = value }
}

@frozen public struct Int32 { public var _value: Builtin.Int32 }
@frozen public struct Int8 { public var _value: Builtin.Int8 }
@frozen public struct UInt8 { public var _value: Builtin.Int8 }
@frozen public struct Double { public var _value: Builtin.FPIEEE64 }
@frozen public struct Float { public var _value: Builtin.FPIEEE32 }
@frozen public enum Optional<Wrapped> {
  case none
  case some(Wrapped)
}
// What `!` would call; nothing here does, but the compiler wants it before it wraps a value.
@_transparent public func _diagnoseUnexpectedNilOptional(
  _filenameStart: Builtin.RawPointer, _filenameLength: Builtin.Word, _filenameIsASCII: Builtin.Int1,
  _line: Builtin.Word, _isImplicitUnwrap: Builtin.Int1
) {}
@frozen public struct UnsafePointer<Pointee> {
  public var _rawValue: Builtin.RawPointer
  @_transparent public init(_ value: Builtin.RawPointer) { _rawValue = value }
}
@frozen public struct UnsafeMutablePointer<Pointee> { public var _rawValue: Builtin.RawPointer }
@frozen public struct OpaquePointer { var _rawValue: Builtin.RawPointer }

/// A text that stands in the program.
@frozen public struct StaticString: _ExpressibleByBuiltinStringLiteral, ExpressibleByStringLiteral {
  public var start: Builtin.RawPointer
  @_transparent public init(_ start: Builtin.RawPointer) { self.start = start }
  @_transparent public init(
    _builtinStringLiteral start: Builtin.RawPointer, utf8CodeUnitCount: Builtin.Word, isASCII: Builtin.Int1
  ) { self.start = start }
  @_transparent public init(
    _builtinExtendedGraphemeClusterLiteral start: Builtin.RawPointer, utf8CodeUnitCount: Builtin.Word,
    isASCII: Builtin.Int1
  ) { self.start = start }
  @_transparent public init(_builtinUnicodeScalarLiteral value: Builtin.Int32) {
    start = Builtin.inttoptr_Word(Builtin.zextOrBitCast_Int32_Word(value))
  }
  @_transparent public init(stringLiteral value: StaticString) { self = value }
  @_transparent public init(extendedGraphemeClusterLiteral value: StaticString) { self = value }
  @_transparent public init(unicodeScalarLiteral value: StaticString) { self = value }
  public var text: UnsafePointer<Int8> {
    @_transparent get { UnsafePointer(start) }
  }
}

// The names of C's types; a function whose types have no name here is not imported.
public typealias CChar = Int8
public typealias CUnsignedChar = UInt8
public typealias CInt = Int32
public typealias CUnsignedInt = UInt32
public typealias CLong = Int
public typealias CUnsignedLong = UInt
public typealias CLongLong = Int
public typealias CUnsignedLongLong = UInt
public typealias CBool = Bool
public typealias CFloat = Float
public typealias CDouble = Double
