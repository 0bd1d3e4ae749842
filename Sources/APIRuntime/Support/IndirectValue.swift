/// A value held through a reference, so that a type can contain itself.
///
/// Immutable, so equality and hashing are those of the value.
@_spi(Generated)
public final class IndirectValue<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// Creates a reference to a value.
    public init(_ value: Value) {
        self.value = value
    }
}

@_spi(Generated)
extension IndirectValue: Equatable where Value: Equatable {
    /// Returns whether both hold equal values.
    public static func == (first: IndirectValue, second: IndirectValue) -> Bool {
        first === second || first.value == second.value
    }
}

@_spi(Generated)
extension IndirectValue: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
