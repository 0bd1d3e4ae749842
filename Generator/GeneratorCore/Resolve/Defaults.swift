import YAMLReader

/// Converts defaults to Swift literals.
enum Defaults {

    /// Returns a value of the document as a literal of a type; `nil` if the value does not fit or Swift cannot express
    /// it.
    ///
    /// Returns `nil` for a union that is also one of its variants, because one of the variants will be removed.
    static func literal(_ node: Node, _ type: SwiftType) -> LiteralValue? {
        try? literal(TriedDefault(node), type)
    }

    private static func literal(_ tried: TriedDefault, _ type: SwiftType) throws -> LiteralValue? {
        let node = tried.node
        return switch type {
        case .string: node.string.map(LiteralValue.string)
        case .bool: node.bool.map(LiteralValue.bool)
        case .int: integer(node).map { .number(String($0)) }
        case .uint64: unsigned(node).map { .number(String($0)) }
        case .double: node.numberText.flatMap(finite)
        case .float: node.numberText.flatMap { Float($0)?.isFinite == true ? finite($0) : nil }
        case .decimal: node.numberText.flatMap(DefaultText.decimal)
        case .decimalText: node.string.flatMap { DefaultText.decimal($0) == nil ? nil : .string($0) }
        case .date: node.string.flatMap(DefaultText.date)
        case .calendarDate: node.string.flatMap(DefaultText.day)
        case .uuid: node.string.flatMap(DefaultText.uuid)
        case .custom(let type): sized(node, type)
        case .json: try any(tried)
        case .array(let element), .arraySkippingInvalidElements(let element): try list(tried, element)
        case .dictionary(let value): try dictionary(tried, value)
        case .optional(let wrapped): node.isNull ? .null : try literal(tried, wrapped)
        case .named(let named): try literal(tried, named)
        case .timeOfDay: node.string.flatMap(DefaultText.time)
        case .calendarDuration: node.string.flatMap(DefaultText.duration)
        case .data: node.string.flatMap(DefaultText.bytes)
        case .url: node.string.flatMap(DefaultText.url)
        case .file: nil
        }
    }

    private static func literal(_ tried: TriedDefault, _ named: NamedType) throws -> LiteralValue? {
        switch named.content {
        case .alias(let target): try literal(tried, target)
        case .enumeration(let content): scalar(tried.node).flatMap { enumCase($0, content, named) }
        case .object(let object):
            try tried.literal(named) { object.isTuple ? try tuple(tried, object) : try self.object(tried, object) }
        case .union(let union): try tried.literal(named) { try variant(tried, union, named) }
        default: nil
        }
    }

    /// Returns the value as the variant of its discriminator, or else as the only variant that it matches; `nil` if it
    /// matches none or several.
    private static func variant(_ tried: TriedDefault, _ union: UnionType, _ named: NamedType) throws -> LiteralValue? {
        let tag = union.discriminator.flatMap { tried.node.mapping?[$0] }?.string
        let tagged = tag.map { tag in union.variants.filter { $0.tags.contains(tag) } } ?? []
        let fitting = try (tagged.count == 1 ? tagged : union.variants).compactMap { variant in
            try literal(tried, variant.type).map { LiteralValue.variant(variant.name, $0, in: named) }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// Returns a list with a named property for each position.
    private static func tuple(_ tried: TriedDefault, _ object: ObjectType) throws -> LiteralValue? {
        guard let elements = tried.elements, elements.count <= object.properties.count else { return nil }
        var values: [Identifier: LiteralValue] = [:]
        for (property, element) in zip(object.properties, elements) {
            guard let value = try literal(element, property) else { return nil }
            values[property.name] = value
        }
        let order = object.initializerOrder
        guard order.allSatisfy({ values[$0.name] != nil || !$0.isNeeded }) else { return nil }
        return .object(
            order.compactMap { property in
                values[property.name].map { LiteralValue.Argument(label: property.name, value: $0) }
            }
        )
    }

    /// Returns the argument of an initializer for a property.
    private static func literal(_ tried: TriedDefault, _ property: PropertyModel) throws -> LiteralValue? {
        guard property.presence == .threeState else { return try literal(tried, property.type) }
        if tried.node.isNull {
            return .enumCase("null")
        }
        return try literal(tried, property.type).map { .variant("value", $0) }
    }

    private static func enumCase(_ value: LiteralValue, _ content: EnumType, _ named: NamedType) -> LiteralValue? {
        let item = content.cases.first { $0.value == value } ?? content.cases.first { areEqual($0.value, value) }
        // The values of a string enum may be digits without quotes.
        let other = content.raw == .string ? content.cases.first { LiteralValue.number($0.text) == value } : nil
        if item == nil, other == nil, content.isOpen, content.raw == .string, case .string = value {
            return .variant("unknown", value, in: named)
        }
        return (item ?? other).map { .enumCase($0.name, in: named) }
    }

    /// Returns a value that an open enum of strings does not list; `nil` for any other type.
    static func undocumented(_ text: String, _ type: SwiftType) -> LiteralValue? {
        guard case .named(let named) = type else { return nil }
        switch named.content {
        case .alias(let target): return undocumented(text, target)
        case .enumeration(let content) where content.raw == .string:
            return .variant("unknown", .string(text), in: named)
        default: return nil
        }
    }

    /// Whether two values are one number in different spellings, such as `1.5` and `1.50`.
    private static func areEqual(_ one: LiteralValue, _ other: LiteralValue) -> Bool {
        guard case .number(let digits) = one, case .number(let others) = other, let number = Double(digits),
            abs(number) < 1e15
        else { return false }
        return Double(others) == number
    }

    /// Returns a value of an enum as a literal; `nil` for a list, an object or null.
    static func scalar(_ node: Node) -> LiteralValue? {
        node.string.map(LiteralValue.string) ?? node.bool.map(LiteralValue.bool)
            ?? node.numberText.map(LiteralValue.number)
    }

    private static func finite(_ digits: String) -> LiteralValue? {
        guard let value = Double(digits), value.isFinite else { return nil }
        return .number(value.description)
    }

    /// Returns an integer, which may be written with a fraction of zeros.
    private static func integer(_ node: Node) -> Int? {
        guard node.int == nil, let number = node.numberText.flatMap(Double.init), abs(number) < 1e15 else {
            return node.int
        }
        return Int(exactly: number)
    }

    private static func unsigned(_ node: Node) -> UInt64? {
        node.numberText.flatMap(UInt64.init) ?? integer(node).flatMap(UInt64.init(exactly:))
    }

    private static func sized(_ node: Node, _ type: CustomType) -> LiteralValue? {
        guard type.isSized, let number = integer(node) else { return nil }
        let fits =
            switch type.path.last?.text {
            case "Int32": Int32(exactly: number) != nil
            case "UInt32": UInt32(exactly: number) != nil
            case "Int64": true
            default: false
            }
        return fits ? .number(String(number)) : nil
    }

    /// Returns any JSON as a literal; `nil` for numbers that a literal would round.
    private static func any(_ tried: TriedDefault) throws -> LiteralValue? {
        switch tried.node.value {
        case .null: .null
        case .number(let digits): digits.contains(".") ? finite(digits) : nil
        case .sequence: try list(tried, .json)
        case .mapping: try dictionary(tried, .json)
        default: scalar(tried.node)
        }
    }

    private static func list(_ tried: TriedDefault, _ element: SwiftType) throws -> LiteralValue? {
        guard let elements = tried.elements else { return nil }
        let values = try elements.compactMap { try literal($0, element) }
        return values.count == elements.count ? .list(values) : nil
    }

    private static func dictionary(_ tried: TriedDefault, _ value: SwiftType) throws -> LiteralValue? {
        guard let entries = tried.node.mapping?.entries else { return nil }
        let members = try entries.compactMap { entry in
            try tried.member(entry.key.text).flatMap { try literal($0, value) }.map {
                LiteralValue.Member(name: entry.key.text, value: $0)
            }
        }
        // Strings that are canonically equivalent in Unicode are the same key in Swift, and a literal with a duplicate
        // key traps.
        let isSafe = members.count == entries.count && Set(members.map(\.name)).count == members.count
        return isSafe ? .dictionary(members) : nil
    }

    /// Returns a struct if the value has all required properties and no unknown ones.
    private static func object(_ tried: TriedDefault, _ object: ObjectType) throws -> LiteralValue? {
        guard let mapping = tried.node.mapping else { return nil }
        var known = 0
        var arguments: [LiteralValue.Argument] = []
        for property in object.initializerOrder {
            guard let value = tried.member(property.wireName) else {
                guard !property.isNeeded else { return nil }
                continue
            }
            known += 1
            guard let literal = try literal(value, property) else { return nil }
            arguments.append(LiteralValue.Argument(label: property.name, value: literal))
        }
        return known == mapping.count ? .object(arguments) : nil
    }
}

extension CustomType {
    /// Whether it is an integer type of the standard library that the generator chooses by itself.
    var isSized: Bool {
        module == nil && path.count == 1 && ["Int32", "UInt32", "Int64"].contains(path[0].text)
    }
}
