/// Translates the pages of an operation into a sequence.
struct PagingTranslator {

    let context: TranslationContext
    private let names: LocalNames
    /// The name of the operation's error, which iteration throws.
    private let errorName: Identifier

    /// Creates a translator for the pages of an operation.
    init(context: TranslationContext, operation: OperationModel) {
        self.context = context
        names = LocalNames(operation)
        errorName = operation.errorName
    }

    /// The names inside the closure; a parameter of the operation keeps its name if one of them is equal.
    private struct LocalNames {
        let position, next, response, body: Identifier

        init(_ operation: OperationModel) {
            let taken = Set(operation.parameters.map(\.name.text) + (operation.body == nil ? [] : ["body"]))
            func free(_ name: Identifier) -> Identifier {
                taken.contains(name.text) ? free(name.appending("Here")) : name
            }
            position = free("position")
            next = free("next")
            response = free("response")
            body = free("body")
        }
    }

    /// Returns the method that returns the pages.
    func method(_ operation: OperationModel, _ paging: PagingModel, _ speller: inout TypeSpeller) -> Declaration {
        let signature = OperationSignature(operation)
        let item = speller.spell(paging.itemType)
        if paging.style == .url {
            speller.usesFoundationInside = true
        }
        var comment = DocComment(
            summary: "Returns the pages of ``\(operation.methodName.text)``, which are requested as you iterate.",
            details:
                "Iteration throws ``\(operation.errorName.text)``. Use `items` to iterate over the elements of all pages."
        )
        comment.parameters = signature.documentation(leavingOutPosition: true)
        let parameters = signature.parameters(&speller, leavingOutPosition: true)
        return .function(
            FunctionDeclaration(
                documentation: comment,
                attributes: operation.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "func \(paging.methodName)",
                parameters: parameters,
                suffix: "-> \(RuntimeNames.pageSequence)<\(item)>",
                body: body(operation, paging, signature, calling: parameters.member("withResponse"))
            )
        )
    }

    private func body(
        _ operation: OperationModel,
        _ paging: PagingModel,
        _ signature: OperationSignature,
        calling function: Code
    ) -> [Line] {
        var lines = opening(paging)
        lines.append(Line("let \(names.response) = try await \(function) {", depth: 1))
        lines.append(Line("try await $0.\(operation.methodName)(", depth: 2))
        let arguments = signature.arguments(position: paging.style == .url ? nil : "\(names.position)")
        for (index, argument) in arguments.enumerated() {
            let comma: Code = index + 1 < arguments.count ? "," : ""
            lines.append(Line("\(argument)\(comma)", depth: 3))
        }
        lines += [Line(")", depth: 2), Line("}", depth: 1)]
        if paging.isOptional {
            let empty: Code = "\(RuntimeNames.page)(items: [])"
            lines.append(Line("guard let \(names.body) = \(names.response).body else { return \(empty) }", depth: 1))
        } else {
            lines.append(Line("let \(names.body) = \(names.response).body", depth: 1))
        }
        lines += extraction(paging)
        lines.append(Line(paging.style == .cursor || paging.style == .url ? "})" : "}"))
        return lines
    }

    private func opening(_ paging: PagingModel) -> [Line] {
        let size: Code = paging.size.map { "\($0)" } ?? "nil"
        // 0 is the default of the runtime.
        let start: Code = paging.first == 0 ? "" : "startingAt: \(paging.first), "
        return switch paging.style {
        case .cursor: [Line("\(RuntimeNames.pageSequence)(cursor: { \(names.position) in")]
        case .page:
            [Line("\(RuntimeNames.pageSequence)(\(start)step: .page, size: \(size)) { \(names.position) in")]
        case .offset: [Line("\(RuntimeNames.pageSequence)(step: .items, size: \(size)) { \(names.position) in")]
        case .url:
            [
                Line("\(RuntimeNames.pageSequence)(url: { \(names.next) in"),
                Line("var options = options", depth: 1),
                Line("options.following = \(names.next)", depth: 1),
            ]
        }
    }

    private func extraction(_ paging: PagingModel) -> [Line] {
        if let only = paging.extractions.first, only.variant == nil {
            return pageLines(only, paging, depth: 1)
        }
        var lines = [Line("switch \(names.body) {", depth: 1)]
        for item in paging.extractions {
            guard let variant = item.variant else { continue }
            lines.append(Line("case .\(variant)(let \(names.body)):", depth: 1))
            lines += pageLines(item, paging, depth: 2)
        }
        let failure: Code = "\(RuntimeNames.decodingFailure)(.mismatch, \"a response that is not a page\")"
        lines.append(Line("default: throw \(errorName).decoding(\(failure))", depth: 1))
        lines.append(Line("}", depth: 1))
        return lines
    }

    private func pageLines(_ item: PagingModel.Extraction, _ paging: PagingModel, depth: Int) -> [Line] {
        var arguments: [Code] = ["items: \(items(item.items))"]
        if let next = item.next.first {
            switch paging.style {
            case .url where item.isNextURL: arguments.append("nextURL: \(expression(next))")
            case .url:
                if case .header(let name) = next {
                    let place: Code = "in: \(literal: name), failing: \(errorName).self"
                    arguments.append("nextURL: try \(names.response).nextURL(\(place))")
                } else {
                    arguments.append("nextURL: (\(text(next))).flatMap { URL(string: $0) }")
                }
            case .cursor: arguments.append("next: \(firstOf(item.next, text))")
            case .page, .offset: break
            }
        }
        if !item.total.isEmpty {
            arguments.append("total: \(firstOf(item.total, number))")
        }
        if item.omitsInvalidItems, paging.style == .page || paging.style == .offset {
            arguments.append("omitting: \(names.response).omittedElements")
        }
        guard arguments.count > 1 else { return [Line("return \(RuntimeNames.page)(\(arguments[0]))", depth: depth)] }
        var lines = [Line("return \(RuntimeNames.page)(", depth: depth)]
        for (index, argument) in arguments.enumerated() {
            let comma: Code = index + 1 < arguments.count ? "," : ""
            lines.append(Line("\(argument)\(comma)", depth: depth + 1))
        }
        return lines + [Line(")", depth: depth)]
    }

    /// Returns the first of several locations that has a value; locations after one that always has a value are
    /// ignored.
    private func firstOf(_ values: [PagingModel.Value], _ write: (PagingModel.Value) -> Code) -> Code {
        let end = values.firstIndex(where: isCertain).map { $0 + 1 } ?? values.count
        return values.prefix(end).map(write).joined(separator: " ?? ")
    }

    private func items(_ value: PagingModel.Value) -> Code {
        let isOptional = if case .member(let steps) = value { steps.contains(where: \.isOptional) } else { false }
        return isOptional ? "\(expression(value)) ?? []" : expression(value)
    }

    /// Returns an optional string; a required property is wrapped.
    private func text(_ value: PagingModel.Value) -> Code {
        isCertain(value) ? "Optional(\(expression(value)))" : expression(value)
    }

    private func number(_ value: PagingModel.Value) -> Code {
        if case .header = value {
            return "\(expression(value)).flatMap { Int($0) }"
        }
        return expression(value)
    }

    private func isCertain(_ value: PagingModel.Value) -> Bool {
        if case .member(let steps) = value { !steps.contains(where: \.isOptional) } else { false }
    }

    private func expression(_ value: PagingModel.Value) -> Code {
        switch value {
        case .header(let name): return "\(names.response).header(\(literal: name))"
        case .member(let steps):
            var code: Code = "\(names.body)"
            var isOptional = false
            for step in steps {
                code = isOptional ? "\(code)?.\(step.name)" : "\(code).\(step.name)"
                isOptional = isOptional || step.isOptional
            }
            return code
        }
    }
}
