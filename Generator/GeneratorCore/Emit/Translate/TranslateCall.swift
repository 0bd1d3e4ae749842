/// Translates the request of an operation into the lines of its method.
struct CallTranslator {

    let operation: OperationModel
    let context: TranslationContext

    /// Returns the lines that build the call and send it.
    func body() -> [Line] {
        let steps = parameters() + bodyLines() + settings() + checks()
        let keyword: Code = steps.isEmpty ? "let" : "var"
        return [Line("\(keyword) call = \(construction())")] + steps + [Line(sending())]
    }

    /// Returns the validation of the request and the response against the bounds of their schemas.
    private func checks() -> [Line] {
        guard context.options.validation != .servers else { return [] }
        let rules = RulesTranslator(context: context)
        var lines = operation.parameters.compactMap { parameter -> Line? in
            guard !parameter.rules.isEmpty || context.validation.isChecked(parameter.type) else { return nil }
            let arguments = rules.arguments(parameter.rules)
            return Line("call.check(\(literal: parameter.wireName), \(parameter.name)\(arguments))")
        }
        if let body = operation.body, body.kind != .binary, body.kind != .parts, !body.kind.isSequence,
            !body.rules.isEmpty || context.validation.isChecked(body.type)
        {
            lines.append(Line("call.check(\"body\", body\(rules.arguments(body.rules)))"))
        }
        if context.options.validation == .all, isChecked(operation.response, context.validation) {
            lines.append(Line("call.validatesResponse = true"))
        }
        if context.options.validation == .all, !operation.responseRules.isEmpty {
            lines.append(Line("call.checkResponse(\(rules.arguments(operation.responseRules, isFirst: true)))"))
        }
        return lines
    }

    private func isChecked(_ response: ResponseModel, _ plan: ValidatedTypes) -> Bool {
        switch response {
        case .json(let type), .optionalJSON(let type): plan.isChecked(type)
        case .variants(_, let variants): variants.contains { isChecked($0.response, plan) }
        default: false
        }
    }

    private func construction() -> Code {
        var arguments: [Code] = ["\(literal: operation.id)", ".\(operation.verb)", "\(literal: path())"]
        if let role = operation.role {
            arguments.append("server: .\(role)")
        }
        if !operation.security.isEmpty {
            arguments.append("security: \(security())")
        }
        return "\(RuntimeNames.call)(\(arguments.joined(separator: ", ")))"
    }

    /// Returns the path with the names of its parameters in braces.
    private func path() -> String {
        operation.path.parts.map { part in
            switch part {
            case .text(let text): URLTemplate.encoded(text)
            case .name(let name):
                // The name of the parameter may be written with other characters of the same meaning (Unicode NFC and NFD).
                operation.parameters.first { $0.place == .path && $0.wireName == name }.map { "{\($0.wireName)}" }
                    ?? URLTemplate.encoded("{\(name)}")
            }
        }
        .joined()
    }

    private func pathValue(_ parameter: ParameterModel) -> Code {
        if parameter.isJSON { return jsonText(parameter) }
        let explode: Code = parameter.explode ? ", explode: true" : ""
        if let separator = parameter.separator {
            return "\(parameter.argument)\(explode), separator: .\(separator.code)"
        }
        let reserved: Code = parameter.allowsReserved ? ", allowReserved: true" : ""
        switch parameter.style {
        case .label: return "label: \(parameter.argument)\(explode)\(reserved)"
        case .matrix: return "matrix: \(parameter.argument)\(explode)\(reserved)"
        case _ where parameter.allowsReserved: return "reserved: \(parameter.argument)\(explode)"
        default: return "\(parameter.argument)\(explode)"
        }
    }

    private func security() -> Code {
        if operation.security.count == 1, operation.security[0].count == 1 {
            return "\(RuntimeNames.securityRequirement)(.\(operation.security[0][0]))"
        }
        // Requirements with several schemes have a constant.
        return context.security.name(of: operation.security).map { ".\($0)" } ?? ".none"
    }

    private func parameters() -> [Line] {
        operation.parameters.compactMap { parameter -> Line? in
            let name = Code("\(literal: parameter.wireName)")
            let value: Code = parameter.isJSON ? jsonText(parameter) : parameter.argument
            switch parameter.place {
            case .path:
                guard operation.path.parts.contains(.name(parameter.wireName)) else { return nil }
                return Line("call.path(\(name), \(pathValue(parameter)))")
            case .query:
                if let form = parameter.form {
                    return Line("call.query(\(name), form: \(value)\(Self.encodings(form)))")
                }
                return Line("call.query(\(name), \(value)\(queryStyle(parameter)))")
            case .header where parameter.isHTTPDate:
                return Line("call.header(\(name), httpDate: \(parameter.name))")
            case .header:
                let explode: Code = parameter.explode ? ", explode: true" : ""
                let separator: Code = parameter.separator.map { ", separator: .\($0.code)" } ?? ""
                return Line("call.header(\(name), \(value)\(explode)\(separator))")
            case .querystring:
                guard let form = parameter.form else { return Line("call.queryString(\(value))") }
                return Line("call.queryForm(\(value)\(Self.encodings(form)))")
            case .cookie:
                let explode: Code = parameter.explode ? "" : ", explode: false"
                let encoded: Code = parameter.style == .cookie ? ", encoded: false" : ""
                let isReserved = parameter.allowsReserved && parameter.style != .cookie && !parameter.isJSON
                let reserved: Code = isReserved ? ", allowReserved: true" : ""
                return Line("call.cookie(\(name), \(value)\(explode)\(encoded)\(reserved))")
            }
        }
    }

    private func jsonText(_ parameter: ParameterModel) -> Code {
        parameter.isRequired
            ? "\(RuntimeNames.call).text(of: \(parameter.name))"
            : "\(parameter.name).map(\(RuntimeNames.call).text(of:))"
    }

    private func queryStyle(_ parameter: ParameterModel) -> Code {
        guard !parameter.isJSON else { return "" }
        let style: Code =
            switch parameter.style {
            case .spaceDelimited: ", style: .spaceDelimited"
            case .pipeDelimited: ", style: .pipeDelimited"
            case .deepObject: ", style: .deepObject"
            case _ where parameter.separator == .tab: ", style: .tabDelimited"
            default: ""
            }
        let explode: Code = parameter.explode ? "" : ", explode: false"
        let reserved: Code = parameter.allowsReserved ? ", allowReserved: true" : ""
        return "\(style)\(explode)\(reserved)"
    }

    private func bodyLines() -> [Line] {
        guard let body = operation.body else { return [] }
        let isFree = !body.contentTypes.isEmpty
        let type: Code = isFree ? "\(operation.contentTypeName).value" : "\(literal: body.contentType)"
        switch body.kind {
        case .json:
            // A required body without a value is sent as null.
            let value: Code = if case .optional = body.type { "orNull: body" } else { "body" }
            let isPlain = body.contentType == "application/json" && !isFree
            return [Line(isPlain ? "call.json(\(value))" : "call.json(\(value), contentType: \(type))")]
                + typeCheck(body)
        case .form:
            return [Line("call.form(body\(Self.encodings(body)))")]
        case .xml:
            let root: Code = body.root.map { ", root: \(literal: $0)" } ?? ""
            return [Line("call.coded(body, contentType: \(type)\(root))")] + typeCheck(body)
        case .multipart:
            let options: Code = "\(partTypes(body))\(Self.encodings(body))\(partHeaders(body))\(multipartType(body))"
            return [Line("call.multipart(body\(options))")]
        case .parts:
            return [Line("call.multipart(body\(multipartType(body)))")]
        case .partList(let first, let rest):
            let types = first.map { "\(literal: $0)" as Code }.joined(separator: ", ")
            let prefix: Code = first.isEmpty ? "" : ", first: [\(types)]"
            let others: Code = rest == "application/json" ? "" : ", rest: \(literal: rest)"
            return [Line("call.parts(body\(prefix)\(others), contentType: \(type))")]
        case .partItems(let item):
            let part: Code = item == "application/json" ? "" : ", type: \(literal: item)"
            return [Line("call.parts(body\(part), contentType: \(type))")]
        case .binary:
            return [Line("call.binary(body, contentType: \(type))")] + typeCheck(body)
        case .text:
            let isPlain = body.contentType == "text/plain" && !isFree
            return [Line(isPlain ? "call.text(body)" : "call.text(body, contentType: \(type))")] + typeCheck(body)
        case .lines:
            let isPlain = body.contentType == "application/jsonl"
            return [Line(isPlain ? "call.lines(body)" : "call.lines(body, contentType: \(type))")]
        case .textSequence:
            return [Line("call.textSequence(body, contentType: \(type))")]
        }
    }

    /// Returns the argument for the media type of a multipart body other than a form.
    private func multipartType(_ body: BodyModel) -> Code {
        let isForm = body.contentType == "multipart/form-data" || body.contentType.contains("*")
        return isForm ? "" : ", contentType: \(literal: body.contentType)"
    }

    /// Returns the check that the caller's media type is a documented one.
    private func typeCheck(_ body: BodyModel) -> [Line] {
        guard !body.contentTypes.isEmpty else { return [] }
        let types = body.contentTypes.map { "\(literal: $0)" as Code }.joined(separator: ", ")
        return [Line("call.check(\(operation.contentTypeName), in: [\(types)])")]
    }

    /// Returns the argument for the encodings of a form's properties.
    ///
    /// - Parameters:
    ///   - body: The form.
    ///   - isFirst: Whether the argument has no predecessor.
    /// - Returns: The argument; empty if there are no encodings.
    static func encodings(_ body: BodyModel, isFirst: Bool = false) -> Code {
        encodings(effectiveEncodings(body), isFirst: isFirst)
    }

    /// Returns the encodings that change how the values of a body's properties are written.
    static func effectiveEncodings(_ body: BodyModel) -> [(member: String, encoding: PropertyEncoding)] {
        body.encodings.filter { member, encoding in
            body.kind != .multipart || encoding.hasStyle || encoding.isJSON && body.type.hasScalars(member)
        }
    }

    /// Returns the argument for the encodings of properties.
    static func encodings(_ encodings: [(member: String, encoding: PropertyEncoding)], isFirst: Bool = false) -> Code {
        guard !encodings.isEmpty else { return "" }
        let entries = encodings.map { (name: Code("\(literal: $0.member)"), code: code($0.encoding)) }
        let argument: Code
        if entries.count > 1, entries.allSatisfy({ $0.code == entries[0].code }) {
            argument = "encodings: .each([\(entries.map(\.name).joined(separator: ", "))], \(entries[0].code))"
        } else {
            argument = "encodings: [\(entries.map { "\($0.name): \($0.code)" }.joined(separator: ", "))]"
        }
        return isFirst ? argument : ", \(argument)"
    }

    /// Returns the media types of parts that differ from the default.
    ///
    /// Of several types or a range, the caller chooses one for a file; bytes, for which the caller can choose none, have
    /// the first.
    private func partTypes(_ body: BodyModel) -> Code {
        let properties = if case .named(let named) = body.type { named.properties } else { [PropertyModel]() }
        let bytes = properties.filter(\.isFile).map(\.wireName)
        let files = properties.filter(\.type.hasFile).map(\.wireName)
        let types = body.encodings.compactMap { member, encoding -> Code? in
            let listed = encoding.contentType?.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } ?? []
            if files.contains(member), listed.count > 1 || listed.contains(where: { $0.contains("*") }) {
                let isAny = listed.contains("*/*")
                return isAny ? nil : "\(literal: member): \(literal: listed.joined(separator: ", "))"
            }
            let certain = bytes.contains(member) ? listed.filter { !$0.contains("*") } : listed
            guard let type = certain.first, bytes.contains(member) || listed.count == 1, !type.contains("*"),
                type != "application/json"
            else { return nil }
            return "\(literal: member): \(literal: String(type))"
        }
        return types.isEmpty ? "" : ", types: [\(types.joined(separator: ", "))]"
    }

    /// Returns the header fields of parts that have only one value.
    private func partHeaders(_ body: BodyModel) -> Code {
        let parts = body.encodings.filter { !$0.encoding.fixedHeaders.isEmpty }.map { member, encoding -> Code in
            let fields = encoding.fixedHeaders.sorted { $0.key < $1.key }.map { name, value in
                "\(literal: name): \(literal: value)" as Code
            }
            return "\(literal: member): [\(fields.joined(separator: ", "))]"
        }
        return parts.isEmpty ? "" : ", headers: [\(parts.joined(separator: ", "))]"
    }

    private static func code(_ encoding: PropertyEncoding) -> Code {
        var arguments: [Code] = []
        switch encoding.style {
        case .deepObject: arguments.append("style: .deepObject")
        case .spaceDelimited: arguments.append("style: .spaceDelimited")
        case .pipeDelimited: arguments.append("style: .pipeDelimited")
        case _ where encoding.separator == .tab: arguments.append("style: .tabDelimited")
        default: break
        }
        if !encoding.isExploded {
            arguments.append("explode: false")
        }
        if encoding.allowsReserved {
            arguments.append("allowReserved: true")
        }
        if encoding.isJSON {
            arguments.append("isJSON: true")
        }
        return "\(RuntimeNames.formEncoding)(\(arguments.joined(separator: ", ")))"
    }

    private func settings() -> [Line] {
        var lines: [Line] = []
        if !operation.accept.isEmpty, operation.accept != ["application/json"] {
            lines.append(Line("call.accept = \(literal: operation.accept.joined(separator: ", "))"))
        }
        let choice = operation.acceptChoice
        if !choice.isEmpty {
            let types = choice.map { "\(literal: $0)" as Code }
            let line: Code = "call.request(\(operation.acceptName), in: [\(types.joined(separator: ", "))])"
            lines +=
                line.text.utf8.count <= 112
                ? [Line(line)]
                : [Line("call.request(\(operation.acceptName), in: [")] + types.map { Line("\($0),", depth: 1) }
                    + [Line("])")]
        }
        // A part of a file would pass for the whole, unless every success is documented as a part.
        let successes = operation.documentedResponses.successes
        let isPart =
            !successes.isEmpty && successes.allSatisfy { $0.status == "206" }
            || successes.contains { $0.status == "206" && $0.type.map(MediaRange.isJSON) == true }
        let statuses = operation.statuses.isEmpty && isPart ? [200...299] : operation.statuses
        if !statuses.isEmpty {
            let ranges = statuses.map { "\($0.lowerBound)...\($0.upperBound)" as Code }
            lines.append(Line("call.statuses = [\(ranges.joined(separator: ", "))]"))
        }
        if !operation.otherTypes.isEmpty {
            let types = operation.otherTypes.map { "\(literal: $0)" as Code }
            lines.append(Line("call.otherTypes = [\(types.joined(separator: ", "))]"))
        }
        if !operation.finalRedirects.isEmpty {
            let statuses = operation.finalRedirects.map { "\($0)" as Code }
            lines.append(Line("call.finalRedirects = [\(statuses.joined(separator: ", "))]"))
        }
        if let cache = operation.cache {
            lines.append(Line("call.cache = \(policy(cache))"))
        }
        switch operation.replay {
        case .safe: lines.append(Line("call.replay = .safe"))
        case .unsafe: lines.append(Line("call.replay = .unsafe"))
        case .keyed(let name): lines.append(contentsOf: keyed(name))
        case nil: break
        }
        if let seconds = operation.timeout {
            lines.append(Line("call.timeout = .seconds(\(seconds))"))
        }
        if let tags = operation.tags {
            lines.append(Line("call.tags = [\(tags.map { Code("\(literal: $0)") }.joined(separator: ", "))]"))
        }
        return lines
    }

    /// Returns the lines for an idempotency key: the runtime sets one in a header; one in the body makes the call safe
    /// if the caller provides it.
    private func keyed(_ name: String) -> [Line] {
        if let body = operation.body, case .named(let named) = body.type,
            let property = named.properties.first(where: { $0.wireName == name })
        {
            guard property.isOptional else { return [Line("call.key(inProperty: \(literal: name), isSet: true)")] }
            let chain: Code = body.isRequired ? "body.\(property.name)" : "body?.\(property.name)"
            return [Line("call.key(inProperty: \(literal: name), isSet: \(chain) != nil)")]
        }
        return [Line("call.replay = .keyed(header: \(literal: name))")]
    }

    private func policy(_ cache: CachePolicy) -> Code {
        var arguments: [Code] = []
        if let lifetime = cache.lifetime {
            arguments.append("lifetime: .seconds(\(lifetime))")
        }
        if let seconds = cache.staleWhileRevalidate {
            arguments.append("staleWhileRevalidate: .seconds(\(seconds))")
        }
        if let seconds = cache.staleIfError {
            arguments.append("staleIfError: .seconds(\(seconds))")
        }
        if cache.isShared {
            arguments.append("partition: .shared")
        }
        return "\(RuntimeNames.cachePolicy)(\(arguments.joined(separator: ", ")))"
    }

    private func sending() -> Code {
        let function: Code =
            switch operation.response {
            case .nothing: "sendEmpty"
            case .json(.arraySkippingInvalidElements): "sendSkippingInvalidElements"
            case .json: "send"
            case .optionalJSON(.arraySkippingInvalidElements): "sendOptionalSkippingInvalidElements"
            case .optionalJSON: "sendOptional"
            case .data: "sendData"
            case .text: "sendText"
            case .variants: "sendResponse"
            case .events(nil, _, _): "sendTextEvents"
            case .events: "sendEvents"
            case .lines(_, let isTextSequence): isTextSequence ? "sendTextSequence" : "sendLines"
            case .parts(nil): "sendDataParts"
            case .parts: "sendParts"
            case .file: "sendFile"
            case .chunks: "sendStream"
            }
        // A parameter of that name hides the property of the group.
        let isHidden = operation.parameters.contains { $0.name.text == "sender" }
        let sender: Code = isHidden ? "self.sender" : "sender"
        let effects: Code = operation.response.isStream ? "" : "try await "
        let others: Code =
            switch operation.response {
            case .file: ", to: \(operation.fileName)"
            case .events(_, isWhole: true, let names): ", isWhole: true\(jsonEvents(names))"
            default: ""
            }
        return "return \(effects)\(sender).\(function)(call, options\(others), failing: \(operation.errorName).self)"
    }

    /// Returns the argument for the names of the events whose data is a string in JSON.
    private func jsonEvents(_ names: [String]) -> Code {
        let names = names.map { "\(literal: $0)" as Code }
        return names.isEmpty ? "" : ", jsonEvents: [\(names.joined(separator: ", "))]"
    }
}

extension ParameterModel {
    /// The value that is passed to the runtime: the argument, or its date-times with the digits of their schema.
    fileprivate var argument: Code {
        guard let fractionDigits else { return "\(name)" }
        let mark: Code = isRequired ? "" : "?"
        let text: Code = "timestamp(fractionDigits: \(fractionDigits))"
        return switch type {
        case .date: "\(name)\(mark).\(text)"
        case .array(.date): "\(name)\(mark).map { $0.\(text) }"
        default: "\(name)"
        }
    }
}

/// A method of the runtime's `CallMethod`.
private enum MethodKind {
    case named(Code)
    case custom

    init(_ method: String) {
        switch method {
        case "get": self = .named("get")
        case "put": self = .named("put")
        case "post": self = .named("post")
        case "delete": self = .named("delete")
        case "options": self = .named("options")
        case "head": self = .named("head")
        case "patch": self = .named("patch")
        case "trace": self = .named("trace")
        case "query": self = .named("query")
        default: self = .custom
        }
    }
}

extension OperationModel {
    /// The method as a case of `CallMethod`.
    var verb: Code {
        switch MethodKind(method) {
        case .named(let name): name
        case .custom: "custom(\(literal: method))"
        }
    }

    /// The method in the request.
    var methodText: String {
        if case .custom = MethodKind(method) { method } else { method.uppercased() }
    }
}
