/// Translates objects into structs that read and write each property once.
struct ObjectTranslator {

    let context: TranslationContext
    let type: NamedType

    /// Returns the struct of an object.
    func declaration(_ object: ObjectType, _ speller: inout TypeSpeller) -> TypeDeclaration {
        // A type of the module with the name of a type parameter is qualified with the module's name.
        speller.qualified.formUnion(type.parameters.map(\.text))
        var members: [Declaration] = []
        for property in object.properties {
            members += self.property(property, &speller)
            members += accessor(property, &speller)
        }
        members += additional(object, &speller)
        members.append(initializer(object, &speller))
        members += CounterpartTranslator(context: context).initializer(of: type, object, &speller).map { [$0] } ?? []
        if object.isTuple {
            let tuple = TupleTranslator(context: context, object: self)
            members += [tuple.reading(object), tuple.writing(object)]
        } else {
            members += [keys(object), reading(object), writing(object)]
        }
        var conformances = [object.isTuple ? RuntimeNames.tupleModel : RuntimeNames.model]
        conformances += context.modelConformances(of: type, &speller)
        if comparesByList(object) {
            conformances.removeFirst(2)
            conformances.insert(RuntimeNames.memberwiseModel, at: 0)
            members.append(comparing(object))
        }
        if object.isIdentifiable, !type.nested.contains(where: { $0.name.text == "ID" }) {
            conformances.append("Identifiable")
        }
        if object.hidesValues {
            conformances.append(RuntimeNames.redacted)
        }
        return TypeDeclaration(
            documentation: context.comment(type, otherwise: "An object."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(type.name)\(parameters)",
            conformances: conformances,
            members: members
        )
    }

    /// The type parameters of a generic type, with the constraints that its conformances need.
    private var parameters: Code {
        guard !type.parameters.isEmpty else { return "" }
        let needs = ([RuntimeNames.jsonCodable] + context.comparison).joined(separator: " & ")
        return "<\(type.parameters.map { "\($0): \(needs)" }.joined(separator: ", "))>"
    }

    /// Returns the constant outside a generic type that holds its keys, because a generic type cannot store them.
    func sharedKeys(_ object: ObjectType) -> Declaration {
        .property(
            PropertyDeclaration(
                access: "nonisolated private",
                head: "let \(keysName): \(RuntimeNames.objectKeys) =",
                list: object.properties.map { "\(literal: $0.wireName)" }
            )
        )
    }

    private var keysName: Identifier { SwiftName.member("keys of " + type.name.text) }

    /// Returns the stored property, or the computed property and its storage.
    func property(_ property: PropertyModel, _ speller: inout TypeSpeller) -> [Declaration] {
        let spelled = spell(property, &speller)
        (property.initialValue ?? property.argument)?.foundationTypes.forEach { speller.noteFoundation($0) }
        let documentation = context.comment(property.documentation)
        let attributes = property.isDeprecated ? Attributes.deprecated : []
        guard property.isStoredApart else {
            let head: Code = "var \(property.name): \(spelled)"
            return [
                .property(
                    PropertyDeclaration(
                        documentation: documentation,
                        attributes: attributes,
                        access: context.accessCode,
                        head: head
                    )
                )
            ]
        }
        let storage = storageName(property)
        let plain = speller.spell(property.type, in: type)
        let held: Code = property.presence == .threeState ? "\(RuntimeNames.nullable)<\(plain)>" : plain
        let mark: Code = property.isAlwaysThere ? "" : "?"
        return [
            .property(
                PropertyDeclaration(
                    documentation: documentation,
                    attributes: attributes,
                    access: context.accessCode,
                    head: "var \(property.name): \(spelled)",
                    body: [
                        Line("get { \(value(property, hidden: "")) }"),
                        Line("set { \(storage) = \(boxed("newValue", property)) }"),
                    ]
                )
            ),
            .property(
                PropertyDeclaration(
                    access: type.isCounterpart ? nil : "private",
                    head: property.isBoxed
                        ? "var \(storage): \(RuntimeNames.indirect)<\(held)>\(mark)" : "var \(storage): \(spelled)"
                )
            ),
        ]
    }

    /// Returns the spelling of a property where a parameter of a method may hide it.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - hidden: The name of the parameter.
    /// - Returns: The value.
    func value(_ property: PropertyModel, hidden: String) -> Code {
        if property.isStoredApart {
            let mark: Code = property.isAlwaysThere ? "" : "?"
            return property.isBoxed ? "\(storageName(property))\(mark).value" : "\(storageName(property))"
        }
        return property.name.text == hidden ? "self.\(property.name)" : "\(property.name)"
    }

    /// Returns a value in the form in which it is stored.
    func boxed(_ value: Code, _ property: PropertyModel) -> Code {
        guard property.isBoxed else { return value }
        return property.isAlwaysThere
            ? "\(RuntimeNames.indirect)(\(value))" : "\(value).map(\(RuntimeNames.indirect).init)"
    }

    func storageName(_ property: PropertyModel) -> Identifier {
        Identifier(sanitizing: "stored_" + property.name.text)
    }

    /// Returns the public type of a property.
    func spell(_ property: PropertyModel, _ speller: inout TypeSpeller) -> Code {
        let plain = speller.spell(property.type, in: type)
        switch property.presence {
        case .required: return plain
        case .optional, .nullable: return "\(plain)?"
        case .threeState: return "\(RuntimeNames.nullable)<\(plain)>?"
        }
    }

    func additional(_ object: ObjectType, _ speller: inout TypeSpeller) -> [Declaration] {
        switch object.additional {
        case .typed(let value) where object.isTuple:
            let comment = DocComment(summary: "The elements after those with a fixed position.")
            return [stored(comment, "var rest: [\(speller.spell(value, in: type))]")]
        case .none: return []
        case .kept:
            let comment = DocComment(summary: "Properties that the specification does not define.")
            return [stored(comment, "var unknownProperties = \(RuntimeNames.unknownProperties)()")]
        case .typed(let value):
            let comment = DocComment(summary: "Additional properties, by name.")
            return [stored(comment, "var additionalProperties: [String: \(speller.spell(value, in: type))]")]
        }
    }

    private func stored(_ comment: DocComment, _ head: Code) -> Declaration {
        .property(PropertyDeclaration(documentation: comment, access: context.accessCode, head: head))
    }

    /// Returns the memberwise initializer: required properties first, then optional ones.
    func initializer(_ object: ObjectType, _ speller: inout TypeSpeller) -> Declaration {
        var parameters = object.initializerOrder.map { property in
            FunctionDeclaration.Parameter(
                name: "\(property.name)",
                type: spell(property, &speller),
                defaultValue: defaultValue(property)
            )
        }
        var body = object.properties.map { property -> Line in
            guard property.isStoredApart else { return Line("self.\(property.name) = \(property.name)") }
            return Line("\(storageName(property)) = \(boxed("\(property.name)", property))")
        }
        if case .typed(let value) = object.additional, object.isTuple {
            let list: Code = "[\(speller.spell(value, in: type))]"
            parameters.append(.init(name: "rest", type: list, defaultValue: "[]"))
            body.append(Line("self.rest = rest"))
        } else if case .typed(let value) = object.additional {
            parameters.append(
                .init(
                    name: "additionalProperties",
                    type: "[String: \(speller.spell(value, in: type))]",
                    defaultValue: "[:]"
                )
            )
            body.append(Line("self.additionalProperties = additionalProperties"))
        }
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a value from its properties."),
                access: context.accessCode,
                head: "init",
                parameters: parameters,
                body: body
            )
        )
    }

    private func defaultValue(_ property: PropertyModel) -> Code? {
        if let literal = property.initialValue ?? property.argument {
            return code(literal)
        }
        return property.presence == .required || property.presence == .nullable ? nil : "nil"
    }

    /// Returns a default value inside the type.
    func code(_ literal: LiteralValue) -> Code {
        literal.code { named in
            var speller = TypeSpeller(context)
            return speller.spell(.named(named), in: type)
        }
    }

    private func keys(_ object: ObjectType) -> Declaration {
        guard type.parameters.isEmpty else {
            let head: Code = "static var keys: \(RuntimeNames.objectKeys)"
            return .property(
                PropertyDeclaration(access: context.accessCode, head: head, body: [Line("\(keysName)")])
            )
        }
        return .property(
            PropertyDeclaration(
                access: context.accessCode,
                head: "static let keys: \(RuntimeNames.objectKeys) =",
                list: object.properties.map { "\(literal: $0.wireName)" }
            )
        )
    }

    private func reading(_ object: ObjectType) -> Declaration {
        var body = object.properties.enumerated().map { Line(read($0.element, $0.offset)) }
        switch object.additional {
        case .none: break
        case .kept: body.append(Line("unknownProperties = object.unknown()"))
        case .typed: body.append(Line("additionalProperties = try object.additional()"))
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "from object", type: "inout \(RuntimeNames.objectReader)")],
                suffix: "throws(\(RuntimeNames.decodingFailure))",
                body: body
            )
        )
    }

    private func read(_ property: PropertyModel, _ index: Int) -> Code {
        let target = property.isStoredApart ? "\(storageName(property))" : value(property, hidden: "object")
        if case .arraySkippingInvalidElements = property.type {
            return "\(target) = try object.\(tolerant("SkippingInvalidElements", property, index))"
        }
        if property.isLenient {
            return "\(target) = try object.\(tolerant("Leniently", property, index))"
        }
        // Enums with one value reject all other values themselves.
        if property.isConstant, property.type == .bool, property.presence == .required,
            let literal = property.initialValue
        {
            return "\(target) = try object.constant(\(index), \(code(literal)))"
        }
        switch property.presence {
        case .required: return "\(target) = try \(boxed("object.required(\(index))", property))"
        case .optional: return "\(target) = try \(boxed("object.optional(\(index))", property))"
        case .nullable: return "\(target) = try \(boxed("object.requiredOrNull(\(index))", property))"
        case .threeState: return "\(target) = try \(boxed("object.nullable(\(index))", property))"
        }
    }

    /// Returns the read of a property that tolerates an invalid value or another spelling; null then counts as missing.
    private func tolerant(_ manner: Code, _ property: PropertyModel, _ index: Int) -> Code {
        switch property.presence {
        case .required: "required\(manner)(\(index))"
        case .optional, .nullable: "optional\(manner)(\(index))"
        case .threeState: "optional\(manner)(\(index)).map(\(RuntimeNames.nullable).value)"
        }
    }

    /// Returns the arguments that write a property in one direction only.
    private func oneSided(_ property: PropertyModel, _ index: Int) -> Code {
        let label: Code = property.isReadOnly ? "readOnly" : "writeOnly"
        let digits: Code = property.fractionDigits.map { ", fractionDigits: \($0)" } ?? ""
        return "\(label): \(index), \(value(property, hidden: "object"))\(digits)"
    }

    private func writing(_ object: ObjectType) -> Declaration {
        var body = object.properties.enumerated().map { index, property -> Line in
            if property.isOneSided {
                return Line("object.put(\(oneSided(property, index)))")
            }
            let label: Code = property.presence == .nullable ? "orNull: " : ""
            let digits: Code = property.fractionDigits.map { ", fractionDigits: \($0)" } ?? ""
            return Line("object.put(\(index), \(label)\(value(property, hidden: "object"))\(digits))")
        }
        switch object.additional {
        case .none: break
        case .kept: body.append(Line("object.put(unknown: unknownProperties)"))
        case .typed: body.append(Line("object.put(additional: additionalProperties)"))
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func write",
                parameters: [.init(name: "to object", type: "inout \(RuntimeNames.objectWriter)")],
                body: body
            )
        )
    }
}

extension ObjectType {
    /// Whether a member called `id` identifies a value.
    var isIdentifiable: Bool {
        properties.contains { property in
            guard property.name.text == "id", property.presence == .required else { return false }
            return switch property.type {
            case .string, .int, .uint64, .uuid, .decimalText: true
            default: false
            }
        }
    }
}

extension PropertyModel {
    /// Whether only one direction has the value; an explicit null is written in both.
    fileprivate var isOneSided: Bool {
        isReadOnly != isWriteOnly && presence != .nullable
    }

    /// Whether a private property stores it: it is boxed, or it is deprecated and accesses by its own type must not
    /// cause warnings.
    var isStoredApart: Bool {
        isBoxed || isDeprecated
    }
}
