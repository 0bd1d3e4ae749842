import YAMLReader

/// Finds names for the variants of a union.
struct UnionNames {

    private let resolver: TypeResolver
    private let tags: VariantTags
    private let variants: [Schema]
    /// Member whose value tells the variants apart; `nil` when there is none.
    private let property: String?
    private let counts = Counts()

    /// What is counted over all variants, once it is asked for.
    private final class Counts {
        /// How many variants have a member.
        var owners: [String: Int]?
        /// How many variants without a name are of a kind.
        var words: [String: Int]?
    }

    init(_ schema: Schema, _ variants: [Schema], _ resolver: TypeResolver) {
        self.resolver = resolver
        self.variants = variants
        tags = VariantTags(resolver.graph)
        // Most unions name all of their objects, and looking at members costs time.
        let isNeeded = variants.contains { $0.reference == nil && $0.title == nil && Self.isObject($0) }
        property = isNeeded ? schema.discriminator?.property ?? tags.constantProperty(of: variants) : nil
    }

    /// Name under which a variant is declared: after its reference, its title, or what sets it apart.
    func name(of variant: Schema, _ index: Int) -> String {
        if let reference = variant.reference {
            return reference.lastToken
        }
        if let name = variant.swiftName ?? variant.title {
            return name
        }
        if let mark = mark(of: variant) {
            // A member's own type may have the same name, and stands inside.
            let isTaken = variant.properties.contains {
                $0.schema.reference == nil && SwiftName.type($0.name) == SwiftName.type(mark)
            }
            return isTaken ? mark + " Variant" : mark
        }
        return kindName(of: variant) ?? "Variant\(index + 1)"
    }

    /// What sets an inline object apart from the others: the value or the presence of a member.
    private func mark(of variant: Schema) -> String? {
        guard Self.isObject(variant) else { return nil }
        if let property {
            let values = tags.constants(of: property, in: variant)
            if values.count == 1, SwiftName.upperCamel(values[0])?.first?.isLetter == true {
                return values[0]
            }
        }
        return uniqueKey(of: variant)
    }

    /// A name after the kind of JSON, for a variant that is the only unnamed one of its kind.
    private func kindName(of variant: Schema) -> String? {
        guard let kind = Self.word(for: variant) else { return nil }
        let words =
            counts.words
            ?? Dictionary(grouping: variants.filter(Self.isUnnamed).compactMap(Self.word), by: \.self).mapValues(
                \.count
            )
        counts.words = words
        guard words[kind] == 1 else { return nil }
        // The elements of a list are declared as `Item`.
        return kind == "Array" ? "" : kind
    }

    /// The word for the kind of JSON that a variant is declared as; `nil` for one that is none, or several.
    private static func word(for variant: Schema) -> String? {
        if isKeyword(variant) || variant.kinds == [.string] && !variant.oneOf.isEmpty {
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

    /// Whether a variant lists texts, and has no name.
    static func isKeyword(_ variant: Schema) -> Bool {
        guard isUnnamed(variant), variant.kinds.isEmpty || variant.kinds == [.string],
            let values = variant.listedValues, variant.variants.isEmpty, variant.allOf.isEmpty
        else { return false }
        return values.allSatisfy { $0.string != nil }
    }

    /// A member that only this variant requires.
    private func uniqueKey(of variant: Schema) -> String? {
        guard variant.variants.isEmpty else { return nil }
        let owners = counts.owners ?? VariantTags.owners(of: variants.map(tags.names))
        counts.owners = owners
        return tags.names(of: variant).required.first { key in
            owners[key] == 1 && SwiftName.upperCamel(key)?.first?.isLetter == true
        }
    }

    private static func isObject(_ variant: Schema) -> Bool {
        !variant.properties.isEmpty || !variant.allOf.isEmpty
    }

    /// Whether a variant has neither a reference nor a title after which it could be named.
    static func isUnnamed(_ variant: Schema) -> Bool {
        variant.reference == nil && variant.swiftName == nil && variant.title == nil
    }

    /// Name of a case: after the reference, the declared type, or the kind of JSON.
    ///
    /// - Parameters:
    ///   - type: The type of the variant.
    ///   - variant: The variant.
    ///   - name: The name under which it is declared.
    ///   - types: The types of all variants: of several lists each is named after its elements.
    /// - Returns: The name, not yet in Swift's spelling.
    func caseName(_ type: SwiftType, _ variant: Schema, _ name: String, among types: [SwiftType]) -> String {
        guard Self.isUnnamed(variant) else { return name }
        if case .named = type, let mark = mark(of: variant) {
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
