/// Translates the initializers that create a value of a request from the corresponding value of a response.
struct CounterpartTranslator {

    let context: TranslationContext

    /// Returns the initializer of a struct; `nil` for one without a counterpart in responses.
    ///
    /// The parameters are the required properties that only requests have, and the properties whose values cannot be
    /// converted, so that none is lost without a word.
    func initializer(of type: NamedType, _ object: ObjectType, _ speller: inout TypeSpeller) -> Declaration? {
        guard !object.isTuple, let other = type.declared?.counterpart?.declared, let received = other.objectType else {
            return nil
        }
        let translator = ObjectTranslator(context: context, type: type)
        var parameters = [parameter(other, in: type, &speller)]
        var arguments: [Code] = []
        for property in object.initializerOrder {
            let label = Code.label(property.name)
            var known: Set<NamedType> = []
            if let value = conversion(in: type).value(of: property, from: received, in: other, &known) {
                arguments.append("\(label): \(value)")
            } else if property.isNeeded || received.has(property) {
                parameters.append(.init(name: "\(property.name)", type: translator.spell(property, &speller)))
                arguments.append("\(label): \(property.name)")
            }
        }
        guard !parameters.dropFirst().contains(where: { $0.name == "value" }) else { return nil }
        // A service may send back what only requests declare.
        let own = object.properties.filter { !received.has($0) }.map { "\(literal: $0.wireName)" as Code }
        let names: Code? = own.isEmpty ? nil : "[\(own.joined(separator: ", "))]"
        if case .typed(let value) = object.additional, case .typed(let source) = received.additional {
            let others = "value.additionalProperties" as Code
            let known = names.map { "\(others).filter { !\($0).contains($0.key) }" as Code } ?? others
            guard let members = convert(known, .dictionary(source), .dictionary(value), in: type) else { return nil }
            arguments.append("additionalProperties: \(members)")
        }
        var body = delegation(arguments)
        if case .kept = object.additional, case .kept = received.additional {
            let others: Code = names.map { ".without(\($0))" } ?? ""
            body.append(Line("unknownProperties = value.unknownProperties\(others)"))
        }
        return declaration(parameters, body)
    }

    /// Returns the initializer of a union; `nil` for one without a counterpart, or if a variant cannot be converted.
    func initializer(of type: NamedType, _ union: UnionType, _ speller: inout TypeSpeller) -> Declaration? {
        guard let other = type.declared?.counterpart?.declared, case .union(let received) = other.content,
            received.variants.count == union.variants.count
        else { return nil }
        var body = [Line("switch value {")]
        for (source, variant) in zip(received.variants, union.variants) {
            guard let value = convert("value", source.type, variant.type, in: type) else { return nil }
            body.append(Line("case .\(source.name)(let value): self = .\(variant.name)(\(value))"))
        }
        body += [Line("case .unknown(let value): self = .unknown(value)"), Line("}")]
        return declaration([parameter(other, in: type, &speller)], body)
    }

    private func delegation(_ arguments: [Code]) -> [Line] {
        let line: Code = "self.init(\(arguments.joined(separator: ", ")))"
        guard line.text.utf8.count > 100 else { return [Line(line)] }
        let last = arguments.count - 1
        return [Line("self.init(")]
            + arguments.enumerated().map { index, argument in
                let comma: Code = index == last ? "" : ","
                return Line("\(argument)\(comma)", depth: 1)
            } + [Line(")")]
    }

    private func parameter(
        _ type: NamedType,
        in parent: NamedType,
        _ speller: inout TypeSpeller
    ) -> FunctionDeclaration.Parameter {
        .init(name: "_ value", type: speller.spell(.named(type), in: parent))
    }

    private func declaration(_ parameters: [FunctionDeclaration.Parameter], _ body: [Line]) -> Declaration {
        .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a value for a request from the one of a response."),
                access: context.accessCode,
                head: "init",
                parameters: parameters,
                body: body
            )
        )
    }

    /// Returns the conversion of a value of a response to the type of a request; `nil` if it needs further values.
    private func convert(_ value: Code, _ source: SwiftType, _ target: SwiftType, in type: NamedType) -> Code? {
        var known: Set<NamedType> = []
        return conversion(in: type).code(value, source, target, &known)
    }

    private func conversion(in type: NamedType) -> Conversion {
        Conversion(context: context, type: type)
    }
}

/// The conversion of a value of a response to the corresponding type of a request.
private struct Conversion {

    let context: TranslationContext
    /// The type whose initializer contains the conversion.
    let type: NamedType

    func code(_ value: Code, _ source: SwiftType, _ target: SwiftType, _ known: inout Set<NamedType>) -> Code? {
        if source == target {
            return value
        }
        switch (source, target) {
        case (.optional(let one), .optional(let other)), (.array(let one), .array(let other)),
            (.arraySkippingInvalidElements(let one), .arraySkippingInvalidElements(let other)):
            return code("$0", one, other, &known).map { "\(value).map { \($0) }" }
        case (.dictionary(let one), .dictionary(let other)):
            return code("$0", one, other, &known).map { "\(value).mapValues { \($0) }" }
        case (.named(let one), .named(let other)):
            if case .alias(let plain) = one.content {
                return code(value, plain, target, &known)
            }
            if case .alias(let plain) = other.content {
                return code(value, source, plain, &known)
            }
            guard let one = one.declared, let other = other.declared else { return nil }
            if one === other {
                return value
            }
            guard other.counterpart?.declared === one, isComplete(other, from: one, &known) else { return nil }
            var speller = TypeSpeller(context)
            return "\(speller.spell(.named(other), in: type))(\(value))"
        default: return nil
        }
    }

    /// Returns the value of a property from the counterpart; `nil` if the counterpart has none that can be converted.
    func value(
        of property: PropertyModel,
        from received: ObjectType,
        in owner: NamedType,
        _ known: inout Set<NamedType>
    ) -> Code? {
        guard let source = received.properties.first(where: { $0.wireName == property.wireName }),
            !source.isDeprecated || owner.isCounterpart
        else { return nil }
        let stored = ObjectTranslator(context: context, type: owner).value(source, hidden: "")
        // The use of a deprecated property would cause a warning.
        let isChain = source.isBoxed && source.isStoredApart && !source.isAlwaysThere
        let name: Code =
            source.isDeprecated ? isChain ? "(value.\(stored))" : "value.\(stored)" : "value.\(source.name)"
        switch (source.presence, property.presence) {
        case (.required, _): return code(name, source.type, property.type, &known)
        case (.threeState, .threeState):
            guard source.type != property.type else { return name }
            return code("$0", source.type, property.type, &known).map { inner in
                "\(name).map { \(RuntimeNames.nullable)($0.value.map { \(inner) }) }"
            }
        case (.optional, .optional), (.nullable, .nullable), (.nullable, .optional):
            guard source.type != property.type else { return name }
            return code("$0", source.type, property.type, &known).map { "\(name).map { \($0) }" }
        default: return nil
        }
    }

    /// Whether the initializer of a type exists and needs no further values than its counterpart.
    private func isComplete(_ type: NamedType, from source: NamedType, _ known: inout Set<NamedType>) -> Bool {
        // A type that contains itself is complete if everything else in it is.
        guard known.insert(type).inserted else { return true }
        switch (type.content, source.content) {
        case (.object(let object), .object(let received)):
            guard !object.isTuple else { return false }
            let isConverted = object.properties.allSatisfy { property in
                value(of: property, from: received, in: source, &known) != nil
                    || !property.isNeeded && !received.has(property)
            }
            guard isConverted, case .typed(let value) = object.additional, case .typed(let other) = received.additional
            else { return isConverted }
            return code("$0", other, value, &known) != nil
        case (.union(let union), .union(let received)):
            return union.variants.count == received.variants.count
                && zip(union.variants, received.variants).allSatisfy { code("$0", $1.type, $0.type, &known) != nil }
        default: return false
        }
    }
}

extension NamedType {
    /// The declaration of the type, which identical types share; `nil` for a type of a generic declaration.
    fileprivate var declared: NamedType? {
        instance == nil ? original ?? self : nil
    }

    /// The content of a struct or of a multipart body.
    fileprivate var objectType: ObjectType? {
        switch content {
        case .object(let object), .form(let object): object
        default: nil
        }
    }
}

extension ObjectType {
    /// Whether the object has a property with the same name in JSON.
    fileprivate func has(_ property: PropertyModel) -> Bool {
        properties.contains { $0.wireName == property.wireName }
    }
}
