/// Decides which variants of a union are encoded with a discriminator that is not one of their properties.
///
/// A variant that requires such a property always has it. An optional property with one value has that value unless the
/// caller removes it; it is added to what is sent, while a value that was received without it is kept without it.
struct WrittenTags {

    /// A property that is added to an encoded variant.
    struct Tag {
        let key: String
        let value: Code
        /// Whether it is added only to what is sent.
        let isSentOnly: Bool
    }

    /// The discriminator property; `nil` for a union without one.
    private let key: String?
    /// Whether every value of the union has the discriminator.
    private let isRequired: Bool
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
        isRequired = union.requiresDiscriminator
        fallback = union.fallback.map { union.variants[$0].name }
    }

    /// Returns the property that is added to an encoded variant if it is missing; `nil` for a variant that always has
    /// it.
    ///
    /// - Parameter variant: The variant.
    /// - Returns: The property.
    func tag(of variant: UnionType.Variant) -> Tag? {
        variant.writtenTag.flatMap { self.tag($0, of: variant) }
    }

    /// Returns the variants of a nested union that may lack the discriminator of this one, each with its pattern.
    ///
    /// A union without its own discriminator only reads the property that distinguishes its variants.
    ///
    /// - Parameter variant: The variant that is a union; there are none for any other.
    /// - Returns: The variants with one value of the property that is not always written, and the property.
    func innerTags(of variant: UnionType.Variant) -> [(pattern: Code, tag: Tag)] {
        guard let key, isRequired, variant.name != fallback else { return [] }
        var known: Set<NamedType> = []
        return Self.innerTags(key, of: variant, &known)
    }

    private static func innerTags(
        _ key: String,
        of variant: UnionType.Variant,
        _ known: inout Set<NamedType>
    ) -> [(pattern: Code, tag: Tag)] {
        guard let named = variant.type.declaration, case .union(let union) = named.content, union.discriminator == key,
            known.insert(named).inserted
        else { return [] }
        let written = WrittenTags(union)
        var found: [(pattern: Code, tag: Tag)] = []
        for inner in union.variants where inner.writtenTag == nil && inner.name != written.fallback {
            if inner.tags.count == 1, let tag = written.tag(inner.tags[0], of: inner) {
                found.append((".\(variant.name)(.\(inner.name)(let value))", tag))
            }
            found += innerTags(key, of: inner, &known).map { (".\(variant.name)(\($0.pattern))", $0.tag) }
        }
        return found
    }

    private func tag(_ tag: String, of variant: UnionType.Variant) -> Tag? {
        guard let key else { return nil }
        let isFallback = variant.name == fallback
        // Values without a discriminator are read as this variant, whose schema may forbid other properties.
        if isFallback, !variant.isMapped, Self.member(key, of: variant.type) == nil { return nil }
        let isAdded = Self.mayLack(key, variant.type) { $0.initialValue == nil && !isFallback }
        guard isAdded || Self.mayLack(key, variant.type, { _ in !isFallback }) else { return nil }
        // A mapping has only strings as keys.
        if kinds.contains(.number) {
            return Int(tag).map { Tag(key: key, value: "\($0)", isSentOnly: !isAdded) }
        }
        if kinds == [.boolean] {
            return Bool(tag).map { Tag(key: key, value: $0 ? "true" : "false", isSentOnly: !isAdded) }
        }
        return Tag(key: key, value: "\(literal: tag)", isSentOnly: !isAdded)
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

extension SwiftType {
    /// The declared type behind a name and its aliases; `nil` for other types.
    fileprivate var declaration: NamedType? {
        guard case .named(let named) = self else { return nil }
        guard case .alias(let target) = named.content else { return named }
        return target.declaration
    }
}
