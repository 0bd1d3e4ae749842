/// A call of a generated client that requires few arguments, for the code of a new project.
public struct FirstCall: Hashable, Sendable {
    /// The property of the client: `notes`.
    public let group: String
    /// The method with its arguments: `get(noteId: "1")`.
    public let call: String
    /// The property of the mock that holds the responses: `onGet`.
    public let script: String
    /// The type of the operation's errors.
    public let error: String
    /// Whether the method returns a value.
    public let returnsValue: Bool

    /// Selects the operation with the fewest arguments; one that only reads if there is one.
    ///
    /// `nil` if all operations require arguments other than numbers and strings.
    init?(_ context: TranslationContext) {
        let calls = context.module.groups.flatMap { group -> [(rank: Int, call: FirstCall)] in
            let methods = group.methods(context)
            let scripts = MocksTranslator(context: context).scriptNames(methods)
            let names = Dictionary(grouping: methods, by: \.name)
            return zip(methods, scripts).compactMap { method, script in
                guard case .call = method.kind, method.isCall, names[method.name]?.count == 1 else { return nil }
                return Self.ranked(method, in: group, script: script)
            }
        }
        guard let first = calls.min(by: { $0.rank < $1.rank }) else { return nil }
        self = first.call
    }

    private init(group: String, call: String, script: String, error: String, returnsValue: Bool) {
        self.group = group
        self.call = call
        self.script = script
        self.error = error
        self.returnsValue = returnsValue
    }

    /// Returns a call with its rank, which is lower for a better example; `nil` if an argument has no simple value.
    private static func ranked(
        _ method: GroupMethod,
        in group: OperationGroupModel,
        script: Identifier
    ) -> (rank: Int, call: FirstCall)? {
        var speller = TypeSpeller(method.context)
        let needed = method.parameters(&speller, withDefaults: true).filter { $0.defaultValue == nil }
        let values = needed.compactMap { parameter in value(of: parameter.type.text) }
        guard values.count == needed.count else { return nil }
        let arguments = zip(needed, values).map { parameter, value in
            "\(Code.label(parameter.label ?? parameter.name).text): \(value)"
        }
        let output = method.operation.response.spelled(&speller)
        let isRead = method.operation.method.uppercased() == "GET"
        let rank = needed.count * 4 + (isRead ? 0 : 2) + (output == nil ? 1 : 0)
        let call = FirstCall(
            group: "\(group.name.code)",
            call: "\(method.name.code)(\(arguments.joined(separator: ", ")))",
            script: "\(script.code)",
            error: speller.spell(own: method.operation.errorName).text,
            returnsValue: output != nil
        )
        return (rank, call)
    }

    /// Returns a value of a simple type.
    private static func value(of type: String) -> String? {
        switch type {
        case "String": "\"1\""
        case "Int", "UInt64", "Double", "Float": "1"
        case "Bool": "true"
        default: nil
        }
    }
}
