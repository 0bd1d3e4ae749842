/// Decides which variants of a union are encoded with a discriminator that is not one of their properties.
///
/// A variant that requires such a property always has it.
struct WrittenTags {

    /// The discriminator property; `nil` for a union without one.
    private let key: String?

    init(_ union: UnionType) {
        // Tags are strings, so a numeric discriminator is never added.
        let isNumber = union.variants.contains { variant in
            union.discriminator.flatMap { Self.member($0, of: variant.type) }?.type.jsonKind == .number
        }
        key = isNumber ? nil : union.discriminator
    }

    /// Returns the property that is added to an encoded variant if it is missing; `nil` for a variant that always has
    /// it.
    func tag(of variant: UnionType.Variant) -> (key: String, value: String)? {
        guard let key, let tag = variant.writtenTag, Self.mayLack(key, variant.type) else { return nil }
        return (key, tag)
    }

    private static func mayLack(_ key: String, _ type: SwiftType) -> Bool {
        var known: Set<NamedType> = []
        var open = [type]
        while let next = open.popLast() {
            switch next {
            case .dictionary: return true
            case .named(let named) where known.insert(named).inserted:
                switch named.content {
                case .alias(let target): open.append(target)
                case .object(let object):
                    let always = object.properties.contains { $0.wireName == key && $0.presence == .required }
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
