extension ObjectTranslator {

    /// Members from which on a list of them is less work for the compiler than what it derives.
    private static let manyMembers = 4

    /// Whether the struct lists its members for that.
    func comparesByList(_ object: ObjectType) -> Bool {
        object.properties.count >= Self.manyMembers && !object.isTuple && context.options.equality == .hashable
    }

    /// The list.
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
