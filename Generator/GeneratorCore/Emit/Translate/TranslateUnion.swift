/// Translates unions into enums that select their variant during decoding.
struct UnionTranslator {

    let context: TranslationContext
    let type: NamedType

    /// Returns the enum of a union.
    func declaration(_ union: UnionType, _ speller: inout TypeSpeller) -> TypeDeclaration {
        var members: [Declaration] = []
        for variant in union.variants {
            members.append(
                .enumCase(
                    EnumCaseDeclaration(
                        name: variant.name,
                        payload: speller.spell(variant.type, in: type),
                        isIndirect: !union.isIndirect && variant.type.isLarge
                    )
                )
            )
        }
        members.append(
            .enumCase(
                EnumCaseDeclaration(
                    documentation: DocComment(
                        summary: "A variant that the specification does not define."
                    ),
                    name: "unknown",
                    payload: RuntimeNames.json
                )
            )
        )
        members.append(reading(union))
        members.append(writing(union))
        members += CounterpartTranslator(context: context).initializer(of: type, union, &speller).map { [$0] } ?? []
        return TypeDeclaration(
            documentation: context.comment(type, otherwise: "One of several types."),
            access: context.accessCode,
            keyword: union.isIndirect ? .indirectEnumeration : .enumeration,
            name: "\(type.name)",
            conformances: [RuntimeNames.jsonCodable] + context.comparison
                + (union.isSensitive ? [RuntimeNames.redacted] : []),
            members: members
        )
    }

    private func reading(_ union: UnionType) -> Declaration {
        .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "json reader", type: "inout \(RuntimeNames.jsonReader)")],
                suffix: "throws(\(RuntimeNames.decodingFailure))",
                body: choice(union)
            )
        )
    }

    private func writing(_ union: UnionType) -> Declaration {
        var body = [Line("switch self {")]
        let tagged = WrittenTags(union)
        for variant in union.variants {
            let pattern: Code = ".\(variant.name)(let value)"
            if let tag = tagged.tag(of: variant) {
                body.append(writing(pattern, tag))
                continue
            }
            body += tagged.innerTags(of: variant).map(writing)
            let digits: Code = variant.fractionDigits.map { ", fractionDigits: \($0)" } ?? ""
            body.append(Line("case \(pattern): writer.write(value\(digits))"))
        }
        body += [Line("case .unknown(let value): writer.write(value)"), Line("}")]
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func write",
                parameters: [.init(name: "to writer", type: "inout \(RuntimeNames.jsonWriter)")],
                body: body
            )
        )
    }

    private func writing(_ pattern: Code, _ tag: WrittenTags.Tag) -> Line {
        let label: Code = tag.isSentOnly ? "sending" : "adding"
        return Line("case \(pattern): writer.write(value, \(label): \(literal: tag.key), \(tag.value))")
    }

    private func choice(_ union: UnionType) -> [Line] {
        guard let discriminator = union.discriminator else { return choiceByKind(union) }
        var lines = [Line("switch try reader.discriminator(\(literal: discriminator)) {")]
        lines += tagged(union)
        if let fallback = union.fallback {
            lines.append(Line("default:"))
            lines += attempts([union.variants[fallback]])
            lines.append(Line("}"))
            return lines
        }
        // Without the discriminator, the shape selects the variant; an undocumented value selects none.
        lines.append(Line("case nil:"))
        lines += choiceByKind(union).map { Line($0.code, depth: $0.depth + 1) }
        let untagged = union.variants.filter(\.tags.isEmpty)
        if untagged.isEmpty {
            lines.append(Line("default: self = .unknown(try reader.readUnknown())"))
        } else {
            lines.append(Line("default:"))
            lines += attempts(ordered(untagged))
        }
        lines.append(Line("}"))
        return lines
    }

    /// Returns a case for the tags of each variant; variants with the same tag are distinguished by their shapes.
    private func tagged(_ union: UnionType) -> [Line] {
        let owners = Dictionary(grouping: union.variants.flatMap { $0.tags.map(ExactText.init) }) { $0 }
        var lines: [Line] = []
        var known: Set<ExactText> = []
        for variant in union.variants {
            let own = variant.tags.filter { owners[ExactText($0)]?.count == 1 }
            if !own.isEmpty {
                let tags = own.map { Code("\(literal: $0)") }.joined(separator: ", ")
                lines.append(Line("case \(tags): self = .\(variant.name)(\(read(variant)))"))
            }
            for tag in variant.tags where !own.contains(tag) && known.insert(ExactText(tag)).inserted {
                lines.append(Line("case \(literal: tag):"))
                lines += attempts(
                    ordered(union.variants.filter { $0.tags.map(ExactText.init).contains(ExactText(tag)) })
                )
            }
        }
        return lines
    }

    private func choiceByKind(_ union: UnionType) -> [Line] {
        let groups = Dictionary(grouping: union.variants) { $0.type.jsonKind }
        // A query or form has no numbers and Boolean values: a string is one if a variant reads it.
        let scalars = ((groups[.number] ?? []) + (groups[.boolean] ?? [])).map { "\(payload($0)).self" as Code }
        let mayBeText = groups[.string]?.contains(where: \.type.mayResembleScalars) ?? false
        let isExact: Code = mayBeText ? ", exactly: true" : ""
        let types: Code = scalars.isEmpty ? "" : "(orIn: \(scalars.joined(separator: ", "))\(isExact))"
        var lines = [Line("switch try reader.kind\(types) {")]
        for kind in [SwiftType.JSONKind.string, .boolean, .number, .array, .object] {
            guard let variants = groups[kind] else { continue }
            let others = groups[.any] ?? []
            lines += cases(variants + others, of: kind)
        }
        lines.append(contentsOf: fallback(groups))
        lines.append(Line("}"))
        return lines
    }

    /// Returns the read for a kind of JSON value that no variant has.
    private func fallback(_ groups: [SwiftType.JSONKind: [UnionType.Variant]]) -> [Line] {
        guard let variants = groups[.any] else { return [Line("default: self = .unknown(try reader.readUnknown())")] }
        return [Line("default:")] + attempts(variants)
    }

    private func cases(_ variants: [UnionType.Variant], of kind: SwiftType.JSONKind) -> [Line] {
        let label: Code =
            switch kind {
            case .string: "case .string:"
            case .boolean: "case .bool:"
            case .number: "case .number:"
            case .array: "case .array:"
            default: "case .object:"
            }
        if variants.count == 1, !variants[0].type.mayNotFit {
            return [Line("\(label) self = .\(variants[0].name)(\(read(variants[0])))")]
        }
        return [Line(label)] + attempts(ordered(variants))
    }

    /// Sorts the most specific variants first: enums before plain strings, integers before decimals, objects with more
    /// required properties before others.
    private func ordered(_ variants: [UnionType.Variant]) -> [UnionType.Variant] {
        variants.enumerated().sorted { first, second in
            let (one, other) = (rank(first.element), rank(second.element))
            return (one, first.offset) < (other, second.offset)
        }.map(\.element)
    }

    private func rank(_ variant: UnionType.Variant) -> Int {
        rank(variant, variant.type)
    }

    private func rank(_ variant: UnionType.Variant, _ type: SwiftType) -> Int {
        switch type {
        case .string, .json, .double: 1000
        case .float, .decimal: 999
        // Nearly every string can be decoded as one of these.
        case .url: 998
        case .data, .decimalText: 990
        case .custom: 980
        case .array(let element), .arraySkippingInvalidElements(let element), .optional(let element):
            rank(variant, element)
        case .named(let named):
            switch named.content {
            case .object: variant.uniqueKey == nil ? 500 - variant.requiredCount : 100
            case .union: 900
            case .enumeration(let content) where content.isOpen: 1000
            default: 0
            }
        case .dictionary: 950
        default: 50
        }
    }

    private func attempts(_ variants: [UnionType.Variant]) -> [Line] {
        var lines: [Line] = []
        let kinds = [variants.filter { $0.uniqueKey == nil && $0.isModel }, variants.filter(\.isListOfModels)]
        let groups = kinds.filter { $0.count > 1 }
        // A map may have every property.
        let hasMap = variants.contains(where: \.type.isMap)
        for (index, variant) in variants.enumerated() {
            let head: Code = index == 0 ? "if" : "} else if"
            if let alike = groups.first(where: { $0.contains { $0.name == variant.name } }) {
                // All of them together, at the position of the first one.
                guard variant.name == alike[0].name else { continue }
                let label: Code = variant.isModel ? "" : "list: "
                lines.append(Line("\(head) let value = reader.closest([", depth: 1))
                lines += alike.map { Line("\(RuntimeNames.candidate)(\(label)Self.\($0.name)),", depth: 2) }
                lines.append(Line("]) {", depth: 1))
                lines.append(Line("self = value", depth: 2))
            } else if let key = variant.uniqueKey, variant.type.jsonKind == .object, !hasMap {
                lines.append(Line("\(head) reader.hasMember(\(literal: key)) {", depth: 1))
                lines.append(Line("self = .\(variant.name)(\(read(variant)))", depth: 2))
            } else {
                let type = payload(variant)
                // Many other strings could be read as Base64 too.
                let isExact: Code = variant.type == .data && variants.count > 1 ? ", exactly: true" : ""
                lines.append(Line("\(head) let value = reader.attempt(\(type).self\(isExact)) {", depth: 1))
                lines.append(Line("self = .\(variant.name)(value)", depth: 2))
            }
        }
        lines.append(Line("} else {", depth: 1))
        lines.append(Line("self = .unknown(try reader.readUnknown())", depth: 2))
        lines.append(Line("}", depth: 1))
        return lines
    }

    private func payload(_ variant: UnionType.Variant) -> Code {
        var speller = TypeSpeller(context)
        return speller.spell(variant.type, in: type)
    }

    private func read(_ variant: UnionType.Variant) -> Code {
        if case .arraySkippingInvalidElements = variant.type {
            return "try reader.readSkippingInvalidElements()"
        }
        return "try reader.read()"
    }
}

extension UnionType.Variant {
    /// Whether the variant is a struct with named properties.
    fileprivate var isModel: Bool { type.isModel }

    /// Whether the variant is a list of structs with named properties.
    fileprivate var isListOfModels: Bool {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element): element.isModel
        default: false
        }
    }
}

extension SwiftType {
    /// Whether it is a struct with named properties.
    fileprivate var isModel: Bool {
        if case .named(let named) = self, case .object(let object) = named.content { !object.isTuple } else { false }
    }

    /// Whether it is an object whose properties have any names and one type.
    fileprivate var isMap: Bool {
        switch self {
        case .dictionary(let value): value != .json
        case .named(let named): if case .alias(let target) = named.content { target.isMap } else { false }
        default: false
        }
    }

    /// Whether JSON values of the type's kind can be invalid for the type, in which case they are decoded as unknown
    /// variants.
    fileprivate var mayNotFit: Bool {
        switch self {
        case .int, .uint64, .date, .calendarDate, .timeOfDay, .calendarDuration, .uuid, .url, .data, .decimalText,
            .custom:
            true
        case .array(let element): element.mayNotFit || element.isScalar
        default: false
        }
    }

    private var isScalar: Bool {
        switch self {
        case .string, .bool, .double, .float, .decimal: true
        case .optional(let wrapped): wrapped.isScalar
        case .named(let named): if case .enumeration = named.content { true } else { false }
        default: false
        }
    }
}

extension SwiftType {
    /// Whether strings of the type may look like a number or a Boolean value: all but those of an enumeration of words.
    fileprivate var mayResembleScalars: Bool {
        guard case .named(let named) = self, case .enumeration(let content) = named.content else { return true }
        return content.cases.contains { ["true", "false"].contains($0.text) || Double($0.text) != nil }
    }
}
