/// Estimates of the sizes of values in bytes, without the values that they refer to.
///
/// An enum whose cases have large structs as payloads is large itself, and the compile time grows with the square of
/// its size: the responses of Stripe, which contain each other, took minutes. Therefore enums store large payloads by
/// reference.
enum InlineSize {
    /// The size in bytes above which an enum stores a payload by reference.
    static let large = 64
    /// The largest size that is computed, because each type that contains another one twice doubles the size.
    static let most = 1 << 20

    static let reference = 8
}

extension SwiftType {

    /// The estimated size of a value in bytes; valid once the cycles of types are broken.
    var inlineSize: Int {
        switch self {
        case .bool: 1
        case .int, .uint64, .double, .float, .date, .url, .array, .arraySkippingInvalidElements, .dictionary: 8
        case .string, .uuid, .data, .calendarDate, .timeOfDay: 16
        case .decimal, .calendarDuration, .decimalText, .json, .custom, .file: 24
        case .optional(let wrapped): wrapped.inlineSize + 1
        case .named(let type): type.inlineSize
        }
    }

    /// Whether a value is so large that enums store it by reference.
    var isLarge: Bool {
        inlineSize > InlineSize.large
    }
}

extension APIModule {

    /// Computes the sizes of all types.
    func measureSizes() {
        types.forEach { $0.measureSizes() }
    }
}

extension NamedType {

    fileprivate func measureSizes() {
        _ = inlineSize
        nested.forEach { $0.measureSizes() }
    }

    /// The estimated size of a value in bytes; computed once for every type, by ``APIModule/measureSizes()``.
    var inlineSize: Int {
        if let known = knownSize {
            return known
        }
        // A type that contains itself does so by reference.
        knownSize = InlineSize.reference
        let size =
            switch content {
            case .alias(let target): target.inlineSize
            case .enumeration: 16
            case .pending, .responses: InlineSize.reference
            case .union(let union):
                union.isIndirect ? InlineSize.reference : (union.variants.map(\.inlineSize).max() ?? 0) + 17
            case .object(let object), .form(let object): object.inlineSize
            }
        knownSize = min(size, InlineSize.most)
        return min(size, InlineSize.most)
    }
}

extension UnionType.Variant {
    fileprivate var inlineSize: Int {
        type.isLarge ? InlineSize.reference : type.inlineSize
    }
}

extension ObjectType {
    fileprivate var inlineSize: Int {
        // Uses indices, because a property is expensive to copy.
        properties.indices.reduce(InlineSize.reference) { size, index in
            // As a rule, each property is aligned to eight bytes.
            size + (properties[index].isBoxed ? InlineSize.reference : (properties[index].type.inlineSize + 8) / 8 * 8)
        }
    }
}
