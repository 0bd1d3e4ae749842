/// A model whose values are compared and hashed by one list of its members.
///
/// Generated models with many members have it in place of what the compiler derives, which takes a large part of the
/// time in which a module is compiled. The outcome is the same: two values are equal when all their members are.
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

    /// Hands each member over together with the other value's, always in the same order.
    func compare(_ other: Self, _ same: inout PropertyPairs)
}

// What follows is generic at run time on purpose. Code of another module would get a copy for each of its types if the
// compiler saw bodies that speak of public symbols alone; so they call internal functions that are not inlined.
extension MemberwiseModel {

    /// Whether all members are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.isEqual(to: second)
    }

    /// Hashes all members.
    public func hash(into hasher: inout Hasher) {
        combine(into: &hasher)
    }

    /// The hash of all members; another one in each run of the program.
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

/// Takes the members of two values, pair by pair, and compares them or hashes the first ones.
public struct PropertyPairs {

    /// What the first of each pair goes into; `nil` while pairs are compared.
    var hasher: Hasher?

    /// Whether all pairs up to now are equal.
    private(set) var areEqual = true

    /// Takes a pair.
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
