/// Translates the code that reads and writes a struct as a list with fixed positions.
struct TupleTranslator {

    let context: TranslationContext
    let object: ObjectTranslator

    /// Returns the initializer that reads the positions in order.
    func reading(_ tuple: ObjectType) -> Declaration {
        var body = tuple.properties.map { property -> Line in
            let target =
                property.isStoredApart
                ? Code("\(object.storageName(property))") : object.value(property, hidden: "tuple")
            let read: Code =
                switch property.presence {
                case .required: "tuple.required()"
                case .nullable: "tuple.nullable()"
                default: "tuple.optional()"
                }
            return Line("\(target) = try \(object.boxed(read, property))")
        }
        if tuple.additional.isTyped {
            body.append(Line("rest = try tuple.rest()"))
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "init",
                parameters: [.init(name: "from tuple", type: "inout \(RuntimeNames.tupleReader)")],
                suffix: "throws(\(RuntimeNames.decodingFailure))",
                body: body
            )
        )
    }

    /// Returns the method that writes the positions in order.
    func writing(_ tuple: ObjectType) -> Declaration {
        var body = tuple.properties.map { property -> Line in
            let label: Code = property.presence == .nullable ? "orNull: " : ""
            return Line("tuple.put(\(label)\(object.value(property, hidden: "tuple")))")
        }
        if tuple.additional.isTyped {
            body.append(Line("tuple.put(rest: rest)"))
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func write",
                parameters: [.init(name: "to tuple", type: "inout \(RuntimeNames.tupleWriter)")],
                body: body
            )
        )
    }
}
