/// A model that implements comparison and hashing with a single list of its properties.
///
/// Generated models with many properties use it instead of the compiler's synthesis, which takes a large part of a
/// module's compile time. The result is the same: two values are equal if all their properties are equal.
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

    /// Passes each property to `same` together with the other value's property, always in the same order.
    func compare(_ other: Self, _ same: inout PropertyPairs)
}

// The following is deliberately generic at run time. If the bodies used only public symbols, the compiler would
// specialise them for each type of another module; therefore they call internal functions that are not inlined.
extension MemberwiseModel {

    /// Returns whether all properties are equal.
    public static func == (first: Self, second: Self) -> Bool {
        first.isEqual(to: second)
    }

    /// Hashes all properties.
    public func hash(into hasher: inout Hasher) {
        combine(into: &hasher)
    }

    /// The hash of all properties; it differs between runs of the program.
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

/// Receives the properties of two values in pairs, and compares them or hashes the first ones.
public struct PropertyPairs {

    /// The hasher for the first of each pair; `nil` during a comparison.
    var hasher: Hasher?

    /// Whether all previous pairs are equal.
    private(set) var areEqual = true

    /// Compares the two values, or hashes the first one.
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
