import YAMLReader

/// Derives names for the variants of a union.
struct UnionNames {

    private let resolver: TypeResolver
    private let tags: VariantTags
    private let variants: [Schema]
    /// The property whose value distinguishes the variants; `nil` if there is none.
    private let property: String?
    private let counts = Counts()

    /// Counts over all variants, computed on demand.
    private final class Counts {
        /// The number of variants with each property.
        var owners: [String: Int]?
        /// The number of unnamed variants of each kind.
        var words: [String: Int]?
        /// The number of unnamed objects without a property that distinguishes them.
        var remaining: Int?
    }

    init(_ schema: Schema, _ variants: [Schema], _ resolver: TypeResolver) {
        self.resolver = resolver
        self.variants = variants
        tags = VariantTags(resolver.graph.relations)
        // Most unions name all of their objects, and a search of the properties is slow.
        let isNeeded = variants.contains { $0.reference == nil && $0.title == nil && Self.isObject($0) }
        property = isNeeded ? schema.discriminator?.property ?? tags.constantProperty(of: variants) : nil
    }

    /// Returns the name of a variant's declaration: from its reference, its title, or a distinguishing property.
    func name(of variant: Schema, _ index: Int) -> String {
        if let reference = variant.reference {
            return LocationName(context: resolver.context).name(of: reference)
        }
        if let name = variant.swiftName ?? variant.title {
            return name
        }
        if let kind = kindName(of: variant), mark(of: variant) == nil {
            return kind
        }
        if let mark = mark(of: variant) ?? optionalKey(of: variant) ?? listed(in: variant) ?? remainingKey(of: variant)
        {
            // The type of a property may have the same name and is nested in the declaration.
            let isTaken = variant.properties.contains {
                $0.schema.reference == nil && SwiftName.type($0.name) == SwiftName.type(mark)
            }
            return isTaken ? mark + " Variant" : mark
        }
        return "Variant\(index + 1)"
    }

    /// Returns the value or the name of a property that distinguishes an inline object from the other variants.
    private func mark(of variant: Schema) -> String? {
        guard Self.isObject(variant) else { return nil }
        if let property {
            let values = tags.constants(of: property, in: variant)
            if values.count == 1, Self.isName(values[0]) {
                return values[0]
            }
        }
        return uniqueKey(of: variant)
    }

    /// Returns a name for the JSON type of a variant, if no other unnamed variant has that type.
    private func kindName(of variant: Schema) -> String? {
        guard let kind = Self.word(for: variant) else { return nil }
        let words =
            counts.words
            ?? Dictionary(grouping: variants.filter(\.isUnnamed).compactMap(Self.word), by: \.self).mapValues(
                \.count
            )
        counts.words = words
        guard words[kind] == 1 else { return nil }
        // The elements of a list are declared as `Item`.
        return kind == "Array" ? "" : kind
    }

    /// Returns the word for the JSON type of a variant's declaration; `nil` if there is no declaration or no single
    /// type.
    private static func word(for variant: Schema) -> String? {
        if variant.isKeyword || variant.kinds == [.string] && !variant.oneOf.isEmpty {
            return "Keyword"
        }
        if let values = variant.listedValues {
            return values.allSatisfy { $0.numberText != nil } ? "Number" : nil
        }
        switch variant.kinds {
        case [.array]: return variant.prefixItems.isEmpty ? "Array" : "Tuple"
        case [.object]: return "Object"
        default: return !variant.properties.isEmpty && variant.kinds.isEmpty ? "Object" : nil
        }
    }

    /// Returns the name of a property that only this variant requires.
    private func uniqueKey(of variant: Schema) -> String? {
        guard variant.variants.isEmpty else { return nil }
        return tags.names(of: variant).required.first { isUnique($0) }
    }

    /// Returns the name of an optional property that only this variant has, or the type and the name of a property that
    /// has another type in each of the other variants.
    private func optionalKey(of variant: Schema) -> String? {
        guard Self.isObject(variant), variant.variants.isEmpty else { return nil }
        let named = variants.compactMap { $0.reference?.lastToken ?? $0.swiftName ?? $0.title }
        let taken = Set(named.map(SwiftName.type))
        let keys = variant.properties.map(\.name).filter { !taken.contains(SwiftName.type($0)) }
        return keys.first { isUnique($0) } ?? keys.lazy.compactMap { typedKey($0, of: variant) }.first
    }

    /// Returns a name from the values of the property that distinguishes the variants: `code 1` for a number, and `on or
    /// off` for two strings.
    private func listed(in variant: Schema) -> String? {
        guard Self.isObject(variant), let property, Self.isName(property) else { return nil }
        let values = tags.constants(of: property, in: variant)
        guard (1...2).contains(values.count) else { return nil }
        return values.map { Self.isName($0) ? $0 : "\(property) \($0)" }.joined(separator: " or ")
    }

    /// Returns the name of the first property of the only object that has no unique property.
    private func remainingKey(of variant: Schema) -> String? {
        guard Self.isObject(variant), variant.variants.isEmpty, let key = variant.properties.first?.name,
            Self.isName(key), !Self.kinds.contains(key.lowercased())
        else { return nil }
        let remaining =
            counts.remaining
            ?? variants.count {
                Self.isObject($0) && $0.isUnnamed && mark(of: $0) == nil && optionalKey(of: $0) == nil
            }
        counts.remaining = remaining
        guard remaining == 1 else { return nil }
        let taken = variants.compactMap { $0.reference?.lastToken ?? $0.swiftName ?? $0.title ?? mark(of: $0) }
        return taken.map(SwiftName.type).contains(SwiftName.type(key)) ? nil : key
    }

    /// The names of properties that tell the kind of any object.
    private static let kinds: Set<String> = ["type", "kind", "object", "id", "name", "class"]

    /// Whether only one variant has a property, whose name can be that of the variant.
    private func isUnique(_ key: String) -> Bool {
        let owners = counts.owners ?? VariantTags.owners(of: variants.map(tags.names))
        counts.owners = owners
        return owners[key] == 1 && Self.isName(key)
    }

    private static func isName(_ key: String) -> Bool { SwiftName.upperCamel(key)?.first?.isLetter == true }

    /// Returns the type and the name of a property, if it has another type in each of the other variants.
    private func typedKey(_ key: String, of variant: Schema) -> String? {
        let types = variants.map { kind(of: key, in: $0) }
        guard Self.isName(key), let type = kind(of: key, in: variant), !type.isEmpty,
            types.count(where: { $0 == type || $0 == "" }) == 1
        else { return nil }
        return "\(type) \(key)"
    }

    /// Returns the only type of a property, or an empty string if it has several or none; `nil` without the property.
    private func kind(of key: String, in variant: Schema) -> String? {
        let own = resolver.graph.followed(variant)?.properties.first { $0.name == key }
        guard let own else { return nil }
        let kinds = resolver.graph.followed(own.schema)?.kinds ?? []
        return kinds.count == 1 ? kinds.first?.rawValue : ""
    }

    private static func isObject(_ variant: Schema) -> Bool {
        !variant.properties.isEmpty || !variant.allOf.isEmpty
    }

    /// Returns the name of a case: from the reference, the declared type, or the JSON type.
    ///
    /// - Parameters:
    ///   - type: The type of the variant.
    ///   - variant: The variant.
    ///   - name: The name of the variant's declaration.
    ///   - types: The types of all variants; if several are lists, each is named after its elements.
    /// - Returns: The name, not yet as a Swift identifier.
    func caseName(_ type: SwiftType, _ variant: Schema, _ name: String, among types: [SwiftType]) -> String {
        guard variant.isUnnamed else { return name }
        if case .named = type,
            let mark = mark(of: variant)
                ?? (kindName(of: variant) == nil
                    ? optionalKey(of: variant) ?? listed(in: variant) ?? remainingKey(of: variant) : nil)
        {
            return mark
        }
        let lists = types.filter { Self.element(of: $0) != nil }
        if lists.count > 1, let element = Self.element(of: type) {
            return Self.plural(Self.elementWord(element))
        }
        return Self.word(type)
    }

    private static func element(of type: SwiftType) -> SwiftType? {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element): element
        default: nil
        }
    }

    private static func elementWord(_ type: SwiftType) -> String {
        element(of: type).map { elementWord($0) + "List" } ?? word(type)
    }

    private static func plural(_ word: String) -> String {
        word.hasSuffix("s") ? word + "List" : word + "s"
    }

    private static func word(_ type: SwiftType) -> String {
        switch type {
        case .named(let named): named.name.text
        case .array, .arraySkippingInvalidElements: "array"
        case .dictionary: "object"
        case .bool: "bool"
        case .int, .uint64: "integer"
        case .timeOfDay: "time"
        case .calendarDuration: "duration"
        case .decimalText: "decimal"
        case .custom(let type): type.path.last?.text ?? "value"
        case .double, .float, .decimal: "number"
        case .date: "dateTime"
        case .calendarDate: "date"
        case .uuid: "uuid"
        case .url: "url"
        case .data: "data"
        case .json: "any"
        case .optional(let wrapped): word(wrapped)
        default: "string"
        }
    }
}
