extension ObjectTranslator {

    /// The number of properties from which a list of them compiles faster than the derived conformance.
    private static let manyMembers = 4

    /// Whether the struct lists its properties for comparison.
    func comparesByList(_ object: ObjectType) -> Bool {
        object.properties.count >= Self.manyMembers && !object.isTuple && context.options.equality == .hashable
    }

    /// Returns the method that lists the properties.
    func comparing(_ object: ObjectType) -> Declaration {
        var names = object.properties.map { $0.isStoredApart ? storageName($0) : $0.name }
        switch object.additional {
        case .none: break
        case .kept: names.append("unknownProperties")
        case .typed: names.append("additionalProperties")
        }
        return .function(
            FunctionDeclaration(
                access: context.accessCode,
                head: "func compare",
                parameters: [
                    .init(name: "_ other", type: "Self"),
                    .init(name: "_ same", type: "inout \(RuntimeNames.memberPairs)"),
                ],
                body: names.map { name in
                    let own: Code = name.text == "other" || name.text == "same" ? "self.\(name)" : "\(name)"
                    return Line("same(\(own), other.\(name))")
                }
            )
        )
    }
}
