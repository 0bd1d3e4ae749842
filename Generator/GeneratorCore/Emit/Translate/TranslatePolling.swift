/// Translates polling for the end of some work into a method that calls the operation repeatedly.
struct PollingTranslator {

    let context: TranslationContext
    let operation: OperationModel
    let polling: PollingModel

    /// Returns the method.
    func method(_ speller: inout TypeSpeller) -> Declaration {
        let signature = OperationSignature(operation)
        let parameters = parameters(&speller)
        return .function(
            FunctionDeclaration(
                documentation: documentation(signature),
                attributes: operation.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(polling.methodName)",
                parameters: parameters,
                suffix: operation.effects(&speller),
                body: body(signature, calling: parameters.member("poll"), &speller)
            )
        )
    }

    /// Returns the parameters: those of the operation, without those that polling sets, and the polling options.
    func parameters(_ speller: inout TypeSpeller) -> [FunctionDeclaration.Parameter] {
        var parameters = OperationSignature(operation).parameters(&speller, leavingOut: left)
        let habit: Code = "\(RuntimeNames.polling)(interval: .seconds(\(polling.interval)))"
        parameters.insert(
            .init(name: "\(free("polling"))", type: RuntimeNames.polling, defaultValue: habit),
            at: parameters.count - 1
        )
        return parameters
    }

    private var left: Set<Identifier> {
        Set([polling.wait].compactMap { $0 })
    }

    private func documentation(_ signature: OperationSignature) -> DocComment {
        var comment = DocComment(
            summary: "Calls ``\(operation.methodName.text)`` repeatedly until its work has finished.",
            details: "Throws `transport` with the code `timedOut` if the work does not finish in time."
        )
        var parameters = signature.documentation(leavingOutPosition: false, leavingOut: left)
        parameters.insert(
            (free("polling"), "The interval between calls and the time limit for all of them."),
            at: parameters.count - 1
        )
        comment.parameters = parameters
        comment.throwing = "``\(operation.errorName.text)``"
        return comment
    }

    private func body(
        _ signature: OperationSignature,
        calling function: Code,
        _ speller: inout TypeSpeller
    ) -> [Line] {
        let (response, element, group, wait) = (free("response"), free("element"), free("group"), free("wait"))
        let isDone = free("isDone")
        let type = speller.spell(polling.response)
        var lines = [Line("let \(isDone) = { (\(response): \(type)) -> Bool in")]
        let member = chain("\(response)", polling.path)
        if let path = polling.elementPath {
            let list = polling.path.contains(where: \.isOptional) ? "(\(member) ?? [])" : member
            lines.append(Line("\(list).allSatisfy { \(element) in", depth: 1))
            lines += choice(chain("\(element)", path), path, depth: 2)
            lines.append(Line("}", depth: 1))
        } else {
            lines += choice(member, polling.path, depth: 1)
        }
        lines.append(Line("}"))
        var values: [Identifier: Code] = [:]
        if let name = polling.wait {
            values[name] = "\(wait).map { Int($0 / .seconds(1)) }"
        }
        let arguments = signature.arguments(position: nil, keepingPosition: true, values: values)
        let second: Code = polling.wait == nil ? "_" : "\(wait)"
        lines.append(
            Line(
                "return try await \(function)(\(free("polling")), until: \(isDone)) { \(group), \(second) \(throwing) in"
            )
        )
        lines.append(Line("try await \(group).\(operation.methodName)(\(arguments.joined(separator: ", ")))", depth: 1))
        lines.append(Line("}"))
        return lines
    }

    private var throwing: Code {
        "throws(\(operation.errorName))"
    }

    private func choice(
        _ value: Code,
        _ path: [(name: Identifier, isOptional: Bool)],
        depth: Int
    ) -> [Line] {
        let isOptional = path.contains(where: \.isOptional)
        let values = polling.values.map { value -> Code in
            // A pattern infers the enum from the value; `none` alone would mean a missing value.
            guard case .enumCase(let name, let type) = value else { return value.code }
            return type != nil && isOptional ? ".\(name)?" : ".\(name)"
        }
        return [
            Line("switch \(value) {", depth: depth),
            Line("case \(values.joined(separator: ", ")): true", depth: depth),
            Line("default: false", depth: depth),
            Line("}", depth: depth),
        ]
    }

    private func chain(_ start: Code, _ steps: [(name: Identifier, isOptional: Bool)]) -> Code {
        var code = start
        var isOptional = false
        for step in steps {
            code = isOptional ? "\(code)?.\(step.name)" : "\(code).\(step.name)"
            isOptional = isOptional || step.isOptional
        }
        return code
    }

    /// Returns a name that no parameter of the operation has.
    private func free(_ name: Identifier) -> Identifier {
        let taken = Set(operation.parameters.map(\.name.text) + ["body", "options"])
        return taken.contains(name.text) ? free(name.appending("Here")) : name
    }
}
