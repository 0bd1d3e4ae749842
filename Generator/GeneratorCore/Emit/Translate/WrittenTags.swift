/// Decides which variants of a union are encoded with a discriminator that is not one of their properties.
///
/// A variant that requires such a property always has it. An optional property with one value has that value unless the
/// caller removes it; it is added to what is sent, while a value that was received without it is kept without it.
struct WrittenTags {

    /// The discriminator property; `nil` for a union without one.
    private let key: String?
    /// The variant of values without a discriminator, which are written without one; `nil` if there is none.
    private let fallback: Identifier?

    /// The kinds of the discriminator's values in the variants that declare it.
    private let kinds: Set<SwiftType.JSONKind>

    init(_ union: UnionType) {
        let members = union.variants.compactMap { variant in
            union.discriminator.flatMap { Self.member($0, of: variant.type) }
        }
        kinds = Set(members.map(\.type.jsonKind))
        key = union.discriminator
        fallback = union.fallback.map { union.variants[$0].name }
    }

    /// Returns the property that is added to an encoded variant if it is missing; `nil` for a variant that always has
    /// it.
    ///
    /// - Parameter variant: The variant.
    /// - Returns: The name of the property, its value, and whether it is added only to what is sent.
    func tag(of variant: UnionType.Variant) -> (key: String, value: Code, isSentOnly: Bool)? {
        guard let key, let tag = variant.writtenTag else { return nil }
        let isFallback = variant.name == fallback
        // Values without a discriminator are read as this variant, whose schema may forbid other properties.
        if isFallback, !variant.isMapped, Self.member(key, of: variant.type) == nil { return nil }
        let isAdded = Self.mayLack(key, variant.type) { $0.initialValue == nil && !isFallback }
        guard isAdded || Self.mayLack(key, variant.type, { _ in !isFallback }) else { return nil }
        // A mapping has only strings as keys.
        if kinds.contains(.number) { return Int(tag).map { (key, "\($0)", !isAdded) } }
        if kinds == [.boolean] { return Bool(tag).map { (key, $0 ? "true" : "false", !isAdded) } }
        return (key, "\(literal: tag)", !isAdded)
    }

    /// Whether a value may have no discriminator, or null instead.
    ///
    /// - Parameters:
    ///   - key: The name of the discriminator.
    ///   - type: The type of the value.
    ///   - mayBeAbsent: Whether a declared property that is not required may be absent.
    /// - Returns: Whether there may be none.
    private static func mayLack(
        _ key: String,
        _ type: SwiftType,
        _ mayBeAbsent: (PropertyModel) -> Bool
    ) -> Bool {
        var known: Set<NamedType> = []
        var open = [type]
        while let next = open.popLast() {
            switch next {
            case .dictionary: return true
            case .named(let named) where known.insert(named).inserted:
                switch named.content {
                case .alias(let target): open.append(target)
                case .object(let object):
                    let always = object.properties.contains {
                        $0.wireName == key && ($0.presence == .required || !mayBeAbsent($0))
                    }
                    guard always || object.isTuple else { return true }
                case .union(let union) where union.discriminator != key: open += union.variants.map(\.type)
                default: break
                }
            default: break
            }
        }
        return false
    }

    private static func member(_ key: String, of type: SwiftType) -> PropertyModel? {
        guard case .named(let named) = type, case .object(let object) = named.content else { return nil }
        return object.properties.first { $0.wireName == key }
    }
}
