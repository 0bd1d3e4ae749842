/// A model whose values are compared and hashed by one list of its properties.
///
/// Generated models with many properties have it in place of what the compiler derives, which takes a large part of the
/// time in which a module is compiled. The outcome is the same: two values are equal when all their properties are.
///
/// ```swift
/// struct Seller: MemberwiseModel {
///     var name: String
///     var city: String?
///
///     func compare(_ other: Self, _ same: inout PropertyPairs) {
///         same(name, other.name)
///         same(city, other.city)
///     }
/// }
/// ```
public protocol MemberwiseModel: JSONModel, Hashable {

    /// Hands each property over together with the other value's, always in the same order.
    func compare(_ other: Self, _ same: inout PropertyPairs)
}

// The following is generic at run time on purpose. If the bodies used only public symbols, the compiler would
// specialise them for each type of another module; therefore they call internal functions that are not inlined.
extension MemberwiseModel {

    /// Whether all properties are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.isEqual(to: second)
    }

    /// Hashes all properties.
    public func hash(into hasher: inout Hasher) {
        combine(into: &hasher)
    }

    /// The hash of all properties; another one in each run of the program.
    public var hashValue: Int {
        var hasher = Hasher()
        combine(into: &hasher)
        return hasher.finalize()
    }

    @inline(never)
    func isEqual(to other: Self) -> Bool {
        var pairs = PropertyPairs()
        compare(other, &pairs)
        return pairs.areEqual
    }

    @inline(never)
    func combine(into hasher: inout Hasher) {
        var pairs = PropertyPairs()
        pairs.hasher = hasher
        compare(self, &pairs)
        hasher = pairs.hasher ?? hasher
    }
}

/// Takes the properties of two values, pair by pair, and compares them or hashes the first ones.
public struct PropertyPairs {

    /// The hasher for the first of each pair; `nil` while pairs are compared.
    var hasher: Hasher?

    /// Whether all pairs up to now are equal.
    private(set) var areEqual = true

    /// Takes a pair.
    @_spi(Generated)
    public mutating func callAsFunction<T: Hashable>(_ first: T, _ second: T) {
        take(first, second)
    }

    @inline(never)
    mutating func take<T: Hashable>(_ first: T, _ second: T) {
        if hasher == nil {
            areEqual = areEqual && first == second
        } else {
            hasher?.combine(first)
        }
    }
}
