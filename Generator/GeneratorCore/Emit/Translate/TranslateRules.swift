/// Translates the bounds of schemas into what checks them.
struct RulesTranslator {

    let context: TranslationContext

    /// Returns the extension that validates a type; `nil` for one without bounds.
    func conformance(_ type: NamedType) -> Declaration? {
        guard context.validation.isChecked(type), type.original == nil else { return nil }
        var body: [Line] = []
        switch type.content {
        case .object(let object), .form(let object): body = object.properties.compactMap(line) + others(object)
        case .union(let union): body = choice(union)
        default: return nil
        }
        let function = FunctionDeclaration(
            access: context.accessCode,
            head: "func validate",
            parameters: [.init(name: "_ check", type: "inout \(RuntimeNames.validation)")],
            body: body
        )
        return .type(
            TypeDeclaration(
                keyword: .extension,
                name: type.qualifiedName,
                conformances: [RuntimeNames.validated],
                members: [.function(function)]
            )
        )
    }

    private func line(_ property: PropertyModel) -> Line? {
        guard !property.rules.isEmpty || context.validation.isChecked(property.type) else { return nil }
        let plain: Code = property.name.text == "check" ? "self.\(property.name)" : "\(property.name)"
        let value = property.isStoredApart ? property.storage : plain
        return Line("check.member(\(literal: property.wireName), \(value)\(arguments(property.rules)))")
    }

    /// Returns the validation of additional properties, or of the elements after a tuple's fixed positions.
    private func others(_ object: ObjectType) -> [Line] {
        guard context.validation.checksOthers(object) else { return [] }
        let call: Code = object.isTuple ? "elements(rest" : "members(additionalProperties"
        return [Line("check.\(call)\(arguments(object.additionalRules)))")]
    }

    private func choice(_ union: UnionType) -> [Line] {
        let known = union.variants.filter { !$0.rules.isEmpty || context.validation.isChecked($0.type) }
        let cases = known.map { Line("case .\($0.name)(let value): check.value(value\(arguments($0.rules)))") }
        return [Line("switch self {")] + cases + [Line("default: break"), Line("}")]
    }

    /// Returns the rules after the value that they apply to, or alone.
    func arguments(_ rules: [RuleModel], isFirst: Bool = false) -> Code {
        let list = rules.map(code).joined(separator: ", ")
        return isFirst || rules.isEmpty ? list : ", \(list)"
    }

    private func code(_ rule: RuleModel) -> Code {
        switch rule {
        case .length(let least, let most): range(".length", least, most)
        case .pattern(let text): ".pattern(\(literal: text))"
        case .minimum(let digits): ".min(\(literal: digits))"
        case .above(let digits): ".above(\(literal: digits))"
        case .maximum(let digits): ".max(\(literal: digits))"
        case .below(let digits): ".below(\(literal: digits))"
        case .multiple(let digits): ".multiple(of: \(literal: digits))"
        case .items(let least, let most): range(".items", least, most)
        case .unique: ".unique"
        case .members(let least, let most): range(".members", least, most)
        case .contains(let rules, let least, let most):
            containing(rules, least, most)
        case .type(let kind): ".type(\(literal: kind.rawValue))"
        case .oneOf(let texts): ".oneOf(\(texts.map { "\(literal: $0)" as Code }.joined(separator: ", ")))"
        case .each(let rules): ".each(\(rules.map(code).joined(separator: ", ")))"
        }
    }

    private func containing(_ rules: [RuleModel], _ least: Int?, _ most: Int?) -> Code {
        var arguments: [Code] = []
        if let least, least != 1 {
            arguments.append("min: \(least)")
        }
        if let most {
            arguments.append("max: \(most)")
        }
        return ".contains(\((arguments + rules.map(code)).joined(separator: ", ")))"
    }

    private func range(_ head: Code, _ least: Int?, _ most: Int?) -> Code {
        var arguments: [Code] = []
        if let least, least > 0 {
            arguments.append("min: \(least)")
        }
        if let most {
            arguments.append("max: \(most)")
        }
        return "\(head)(\(arguments.joined(separator: ", ")))"
    }
}

extension PropertyModel {
    /// The private property that stores the value.
    fileprivate var storage: Code {
        let name = Identifier(sanitizing: "stored_" + name.text)
        guard isBoxed else { return "\(name)" }
        return isAlwaysThere ? "\(name).value" : "\(name)?.value"
    }
}
