/// About how many bytes values take where they stand, references not followed.
///
/// An enum whose cases carry large structs is large itself, and costs the compiler time that grows with the square of
/// its size: Stripe's responses, which hold each other, took minutes. So large payloads stand behind a reference.
enum InlineSize {
    /// Bytes from which on a payload stands behind a reference.
    static let large = 64
    /// The largest size that is told apart: sizes of types that hold the next one twice double with each.
    static let most = 1 << 20

    static let reference = 8
}

extension SwiftType {

    /// About how many bytes a value takes; meant for the time after circles of types were broken.
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

    /// Whether a value is so large that enums hold it through a reference.
    var isLarge: Bool {
        inlineSize > InlineSize.large
    }
}

extension APIModule {

    /// Works the sizes of all types out.
    func measureSizes() {
        types.forEach { $0.measureSizes() }
    }
}

extension NamedType {

    fileprivate func measureSizes() {
        _ = inlineSize
        nested.forEach { $0.measureSizes() }
    }

    /// About how many bytes a value takes; worked out once, by ``APIModule/measureSizes()`` for every type.
    var inlineSize: Int {
        if let known = knownSize {
            return known
        }
        // A type that is met again on the way holds itself, which it can only do through a reference.
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
        // By index, because a member is large to copy.
        properties.indices.reduce(InlineSize.reference) { size, index in
            // Each starts at a multiple of eight as a rule.
            size + (properties[index].isBoxed ? InlineSize.reference : (properties[index].type.inlineSize + 8) / 8 * 8)
        }
    }
}
