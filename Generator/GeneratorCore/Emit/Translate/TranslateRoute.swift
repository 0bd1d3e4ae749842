/// Translates an operation into the lines that add its route to a server.
struct RouteTranslator {

    let operation: OperationModel
    /// The label of the request argument.
    let request: Code
    /// The settings that all operations of the group share.
    let shared: SharedRoute
    /// The translator of the bounds of parameters and bodies.
    let rules: RulesTranslator

    private static let width = 120
    /// The columns before the lines of a route.
    private static let margin = 8

    /// Returns the lines: the route, the call of the service's method, and the encoding of its response.
    ///
    /// - Parameter medium: The condition on the media types of the request; empty for none.
    /// - Returns: The lines of the route.
    func lines(in medium: Code = "") -> [Line] {
        opening(medium) + bodyLines() + calling() + closing()
    }

    /// Returns the condition under which the route applies: the media types of its bodies.
    ///
    /// - Parameters:
    ///   - isChoice: Whether the media types of their responses differ.
    ///   - hasSeveralBodies: Whether the bodies of their requests differ.
    ///   - isAlone: Whether the operation has no other route.
    /// - Returns: The call that sets the condition; empty if there is none.
    func medium(isChoice: Bool = false, hasSeveralBodies: Bool = false, isAlone: Bool = false) -> Code {
        var arguments: [Code] = []
        if let body = operation.body, hasSeveralBodies || !readerKnowsTypes(of: body) {
            let types = hasSeveralBodies ? received(body) : allReceived(body)
            arguments.append("receives: [\(types.map { "\(literal: $0)" }.joined(separator: ", "))]")
        }
        var sent: [String] = []
        for type in operation.documentedResponses.types where !sent.contains(type) { sent.append(type) }
        let isNegotiated =
            isAlone && operation.response.isJSON && sent.count { MediaRange.isJSON($0) } > 1
            || !operation.acceptChoice.isEmpty
        if !sent.isEmpty, isChoice || isNegotiated {
            arguments.append("sends: [\(sent.map { "\(literal: $0)" }.joined(separator: ", "))]")
        }
        if streamsBody { arguments.append("streamsBody: true") }
        return arguments.isEmpty ? "" : ".medium(\(arguments.joined(separator: ", ")))"
    }

    /// The media types of a body.
    private func received(_ body: BodyModel) -> [String] {
        body.documentedTypes.isEmpty ? [body.contentType] : body.documentedTypes
    }

    /// Whether the method that reads a body refuses other media types than the documented ones.
    ///
    /// Methods for text do, and those for JSON and forms do if `application/json`, `multipart/form-data` or
    /// `application/x-www-form-urlencoded` is documented.
    private func readerKnowsTypes(of body: BodyModel) -> Bool {
        switch body.kind {
        case .form, .text: true
        case .multipart: allReceived(body).allSatisfy { $0.essence == "multipart/form-data" }
        case .json:
            unusualTypes(body).contains("*/*")
                || allReceived(body).allSatisfy { type in
                    ["application/json", "text/json"].contains(type.essence) || unusualTypes(body).contains(type)
                }
        case .binary: !body.contentTypes.isEmpty
        case .xml, .parts, .partList, .partItems, .lines, .textSequence: false
        }
    }

    /// The media types of the only body of an operation, with those that repeat its schema as plain text.
    private func allReceived(_ body: BodyModel) -> [String] {
        let types = received(body)
        return types + body.otherTypes.filter { !types.contains($0) }
    }

    /// Whether the body of the request is read while it arrives.
    private var streamsBody: Bool {
        guard let body = operation.body else { return false }
        return body.kind == .binary || body.kind.isSequence || readsFiles
    }

    // MARK: - The head

    private func opening(_ medium: Code) -> [Line] {
        let head = ["\(literal: operation.id)", ".\(operation.verb)", path()] + settings() as [Code]
        let line: Code = "routes\(medium).\(kind)(\(head.joined(separator: ", "))) { input in"
        guard line.text.utf8.count > Self.width - Self.margin else { return [Line(line)] }
        let parts = head.enumerated().map { index, part in
            Line(index + 1 < head.count ? "\(part)," : part, depth: 1)
        }
        return [Line("routes\(medium).\(kind)(")] + parts + [Line(") { input in")]
    }

    private var kind: Code {
        switch operation.response {
        case .nothing: "empty"
        case .json: "json"
        case .optionalJSON: "optionalJSON"
        case .data, .file, .chunks: "data"
        case .text: "text"
        case .variants: "response"
        case .events(_, isWhole: true, _): "wholeEvents"
        case .events: "events"
        case .lines(_, let isTextSequence): isTextSequence ? "textSequence" : "lines"
        case .parts: "parts"
        }
    }

    private func path() -> Code {
        let declared = Set(operation.parameters.filter { $0.place == .path }.map(\.wireName))
        let text = operation.path.parts.map { part in
            switch part {
            case .text(let text): URLTemplate.encoded(text)
            case .name(let name): declared.contains(name) ? "{\(name)}" : URLTemplate.encoded("{\(name)}")
            }
        }.joined()
        return "\(literal: text)"
    }

    private func settings() -> [Code] {
        var settings: [Code] = []
        let documentedResponses = operation.documentedResponses
        switch operation.response {
        case .nothing:
            if documentedResponses.status != 204 { settings.append("status: \(documentedResponses.status)") }
        case .variants: break
        default:
            if documentedResponses.status != 200 { settings.append("status: \(documentedResponses.status)") }
            if case .optionalJSON = operation.response, let empty = documentedResponses.emptyStatus {
                settings.append("empty: \(empty)")
            }
            if let type = documentedResponses.type(for: operation.response) {
                settings.append("type: \(literal: type)")
            }
            if let root = documentedResponses.root { settings.append("root: \(literal: root)") }
            if case .parts = operation.response, let type = documentedResponses.partType {
                settings.append("partType: \(literal: type)")
            }
        }
        if let role = operation.role, role != shared.server { settings.append("server: \(literal: role.text)") }
        if let media = operation.documentedResponses.failureMedia, media != shared.failures {
            settings.append("failures: \(media)")
        }
        if operation.checked != shared.security {
            settings.append("security: \(operation.checked.code)")
        }
        return settings
    }

    // MARK: - The call

    private func calling() -> [Line] {
        let signature = OperationSignature(operation)
        let arguments =
            signature.arguments(position: nil, keepingPosition: true, values: values()).dropLast()
            + ["\(request): input.request()"]
        let verb: Code = bodyLines().isEmpty ? "try await" : "return try await"
        let line: Code = "\(verb) self.\(operation.methodName)(\(arguments.joined(separator: ", ")))"
        guard line.text.utf8.count > Self.width - Self.margin - 4 else { return [Line(line, depth: 1)] }
        let parts = arguments.enumerated().map { index, argument in
            Line(index + 1 < arguments.count ? "\(argument)," : argument, depth: 2)
        }
        return [Line("\(verb) self.\(operation.methodName)(", depth: 1)] + parts + [Line(")", depth: 1)]
    }

    /// Returns the code that reads each parameter and the body.
    private func values() -> [Identifier: Code] {
        var values: [Identifier: Code] = [:]
        for parameter in operation.parameters {
            let assumed = parameter.assumedValue.map { " ?? \($0.code)" as Code } ?? ""
            values[parameter.name] = "input.\(reader(parameter))\(assumed)"
        }
        if let body = operation.body {
            values["body"] = bodyLines().isEmpty ? reader(body) : "body"
            if !body.contentTypes.isEmpty { values[operation.contentTypeName] = mediaType(body) }
        }
        if !operation.acceptChoice.isEmpty { values[operation.acceptName] = "input.acceptedType()" }
        return values
    }

    /// Returns the media type of the body, which is one of the documented ones.
    private func mediaType(_ body: BodyModel) -> Code {
        let types = body.documentedTypes
        guard !types.isEmpty, !types.contains("*/*") else { return "input.mediaType()" }
        return "input.mediaType(in: \(types.map { "\(literal: $0)" as Code }.joined(separator: ", ")))"
    }

    private func reader(_ parameter: ParameterModel) -> Code {
        if let form = parameter.form {
            let encodings = CallTranslator.encodings(form, isFirst: true)
            let exploded = parameter.type.explodedArgument(form)
            let arguments = (encodings.text.isEmpty ? [] : [encodings]) + exploded + bounds(parameter.rules)
            guard parameter.place == .query else { return "queryForm(\(arguments.joined(separator: ", ")))" }
            let name: Code = "form: \(literal: parameter.wireName)"
            return "query(\(([name] + arguments).joined(separator: ", ")))"
        }
        var arguments: [Code] = ["\(literal: parameter.wireName)"]
        if parameter.isJSON {
            arguments.append("isJSON: true")
        } else {
            arguments += style(parameter)
            if let separator = parameter.separator, parameter.place != .query {
                arguments.append("separator: .\(separator.code)")
            }
        }
        if parameter.place == .query, parameter.isBase64 {
            arguments.append("keepsPlus: true")
        }
        arguments += bounds(parameter.rules)
        let list = arguments.joined(separator: ", ")
        switch parameter.place {
        case .path: return "path(\(list))"
        case .query: return "query(\(list))"
        case .header: return "header(\(list))"
        case .cookie: return "cookie(\(list))"
        case .querystring: return parameter.isJSON ? "queryString(isJSON: true)" : "queryString()"
        }
    }

    private func bounds(_ models: [RuleModel]) -> [Code] {
        models.isEmpty ? [] : ["rules: \(rules.arguments(models, isFirst: true))"]
    }

    private func style(_ parameter: ParameterModel) -> [Code] {
        var arguments: [Code] = []
        switch parameter.style {
        case .label: arguments.append("style: .label")
        case .matrix: arguments.append("style: .matrix")
        case .spaceDelimited: arguments.append("style: .spaceDelimited")
        case .pipeDelimited: arguments.append("style: .pipeDelimited")
        case .deepObject: arguments.append("style: .deepObject")
        case .simple, .form, .cookie:
            if parameter.place == .query, parameter.separator == .tab { arguments.append("style: .tabDelimited") }
        }
        let isUsual = parameter.place == .query || parameter.place == .cookie
        if parameter.explode != isUsual {
            arguments.append(parameter.explode ? "explode: true" : "explode: false")
        }
        if parameter.place == .cookie, parameter.style == .cookie {
            arguments.append("encoded: false")
        }
        if parameter.isSpread, parameter.type.isMap || parameter.type.hasAdditionalProperties {
            let names = operation.parameters.filter { $0.place == parameter.place && $0.wireName != parameter.wireName }
                .flatMap { $0.isSpread ? $0.type.propertyNames ?? [$0.wireName] : [$0.wireName] }
            if !names.isEmpty || !parameter.type.isMap {
                arguments.append("except: [\(names.map { "\(literal: $0)" }.joined(separator: ", "))]")
            }
        }
        return arguments
    }

    private func reader(_ body: BodyModel) -> Code {
        let plain: Code =
            switch body.kind {
            case .json, .xml:
                "input.json(\(jsonArguments(body).joined(separator: ", ")))"
            case .form: "input.form(\(encodings(body)))"
            case .multipart: "input.multipart(\(encodings(body)))"
            case .binary, .parts, .partList: "input.binary()"
            case .text: "input.text(\((textTypes(body) + bounds(body.rules)).joined(separator: ", ")))"
            case .partItems(let type):
                MediaForm(type) == .json
                    ? "input.parts()" : body.type == .data ? "input.binaryParts()" : "input.textParts()"
            case .lines: "input.lines()"
            case .textSequence: "input.textSequence()"
            }
        // The other reads accept that an optional body is missing.
        let isPlain = body.kind == .binary || body.kind == .text || body.kind.isSequence
        return isPlain && !body.isRequired ? "input.hasNoBody ? nil : \(plain)" : plain
    }

    private func jsonArguments(_ body: BodyModel) -> [Code] {
        documentedType(body) + root(body) + nullability(body) + bounds(body.rules)
    }

    /// The argument for the name of the root element of a body in XML, if it is documented.
    private func root(_ body: BodyModel) -> [Code] {
        guard body.kind == .xml, let name = XMLTranslator(context: rules.context).root(of: body) else { return [] }
        return ["root: \(literal: name)"]
    }

    /// The media types of a body of JSON that are not those of JSON or XML.
    private func unusualTypes(_ body: BodyModel) -> [String] {
        let type = body.contentType
        let isUsual = [.json, .xml].contains(MediaForm(type.lowercased())) || body.otherTypes.contains(type)
        return body.otherTypes + (isUsual ? [] : [type])
    }

    /// The argument for a body of JSON that may have the media type of plain text or a form.
    private func documentedType(_ body: BodyModel) -> [Code] {
        let types = unusualTypes(body)
        return types.isEmpty ? [] : ["as: \(types.map { "\(literal: $0)" as Code }.joined(separator: ", "))"]
    }

    /// The argument for the media types of a body of text.
    private func textTypes(_ body: BodyModel) -> [Code] {
        ["as: \(received(body).map { "\(literal: $0)" as Code }.joined(separator: ", "))"]
    }

    /// The argument for an optional body that is not null; a required one has a type without null.
    private func nullability(_ body: BodyModel) -> [Code] {
        body.isRequired || body.isNullable ? [] : ["isNullable: false"]
    }

    private func encodings(_ body: BodyModel) -> Code {
        let encodings = CallTranslator.encodings(body, isFirst: true)
        let exploded = body.type.explodedArgument(CallTranslator.effectiveEncodings(body))
        return ((encodings.text.isEmpty ? [] : [encodings]) + exploded + bounds(body.rules)).joined(separator: ", ")
    }

    // MARK: - Forms with files

    /// Returns the lines that create a body from the parts of a form; empty for any other body.
    private func bodyLines() -> [Line] {
        guard let body = operation.body, body.kind == .multipart, case .named(let named) = body.type,
            case .form(let object) = named.content
        else { return [] }
        var arguments: [Code] = []
        if readsFiles {
            arguments.append("files: [\(fileNames.joined(separator: ", "))]")
        }
        if object.hasOtherFiles {
            let values = object.properties.filter { $0.type != .file && $0.type != .array(.file) }.map(\.wireName)
            arguments.append("values: [\(values.map { "\(literal: $0)" as Code }.joined(separator: ", "))]")
        }
        let encodings = CallTranslator.encodings(body, isFirst: true)
        if !encodings.text.isEmpty { arguments.append(encodings) }
        arguments += body.type.explodedArgument(CallTranslator.effectiveEncodings(body))
        let list: Code = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        let call: Code = readsFiles ? "try await input.multipart\(list)" : "try input.multipart\(list)"
        let head: Code = body.isRequired ? call : "input.hasNoBody ? nil : \(call)"
        let needed = object.initializerOrder
        let others = additional(object)
        let members =
            needed.enumerated().map { index, property -> Line in
                let comma: Code = index + 1 < needed.count || !others.isEmpty ? "," : ""
                return Line("\(Code.label(property.name)): \(reader(property))\(comma)", depth: 3)
            } + others
        return [Line("let body = \(head) { form in", depth: 1), Line("\(named.qualifiedName)(", depth: 2)] + members
            + [Line(")", depth: 2), Line("}", depth: 1)]
    }

    /// Returns the line that reads the properties of a form that are not declared.
    private func additional(_ object: ObjectType) -> [Line] {
        guard case .typed(let value) = object.additional else { return [] }
        let names = object.properties.map { "\(literal: $0.wireName)" as Code }.joined(separator: ", ")
        let call: Code =
            switch value {
            case .file: "form.additionalFiles"
            case .array(.file): "form.additionalFileLists"
            default: "try form.additional"
            }
        return [Line("additionalProperties: \(call)(except: [\(names)])", depth: 3)]
    }

    /// Whether parts of the body are files.
    private var readsFiles: Bool { !fileNames.isEmpty || form?.hasOtherFiles ?? false }

    /// The body as a form with files.
    private var form: ObjectType? {
        guard let body = operation.body, body.kind == .multipart, case .named(let named) = body.type,
            case .form(let object) = named.content
        else { return nil }
        return object
    }

    /// The names of the parts that are files, which are read while they arrive.
    private var fileNames: [Code] {
        (form?.initializerOrder ?? []).filter { $0.type == .file || $0.type == .array(.file) }.map { property in
            "\(literal: property.wireName)"
        }
    }

    private func reader(_ property: PropertyModel) -> Code {
        let name = Code("\(literal: property.wireName)")
        let isRequired = property.presence == .required
        switch property.type {
        case .file: return isRequired ? "try form.file(\(name))" : "form.fileIfPresent(\(name))"
        case .array(.file): return isRequired ? "form.files(\(name))" : "form.filesIfPresent(\(name))"
        default: return "try form.value(\(name))"
        }
    }

    // MARK: - Several responses

    private func closing() -> [Line] {
        guard case .variants(_, let variants) = operation.response else { return [Line("}")] }
        let cases = variants.map { variant -> Line in
            let payload: Code = if case .nothing = variant.response { "" } else { "(let body)" }
            return Line("case .\(variant.name)\(payload): .\(writer(variant))", depth: 1)
        }
        return [Line("} write: { response in"), Line("switch response {", depth: 1)] + cases
            + [Line("}", depth: 1), Line("}")]
    }

    private func writer(_ variant: ResponseVariant) -> Code {
        let status = Int(variant.status) ?? operation.documentedResponses.freeStatus
        let type: Code = operation.documentedResponses.type(for: variant).map { ", \(literal: $0)" } ?? ""
        switch variant.response {
        case .nothing, .variants, .events, .lines, .parts, .file, .chunks: return "empty(\(status))"
        case .json, .optionalJSON:
            let root: Code = operation.documentedResponses.root(for: variant).map { ", root: \(literal: $0)" } ?? ""
            return "json(body, \(status)\(type)\(root))"
        case .data: return "data(body, \(status)\(type))"
        case .text: return "text(body, \(status)\(type))"
        }
    }
}

/// The settings that the routes of a group share, which are written once.
struct SharedRoute {
    /// The role of the host; `nil` if the operations differ or the service has one host.
    let server: Identifier?
    /// The media types of the failures; `nil` if the operations differ or the failures are JSON.
    let failures: Code?
    /// The requirement of the first operation that has one; empty if there is none.
    let security: [[SchemeUse]]
    /// Whether any of the operations requires credentials.
    var isChecked: Bool { !security.isEmpty }

    init(_ operations: [OperationModel]) {
        security = operations.lazy.map(\.checked).first { !$0.isEmpty } ?? []
        let roles = Set(operations.map(\.role))
        server = roles.count == 1 ? roles.first ?? nil : nil
        let failing = operations.filter { $0.documentedResponses.failures.contains { $0.type != nil } }
        let media = Set(failing.map(\.documentedResponses.failureMedia))
        failures = media.count == 1 ? media.first ?? nil : nil
    }

    /// The line that applies the settings; empty if there are none.
    var lines: [Line] {
        let arguments = [server.map { "server: \(literal: $0.text)" }, failures.map { "failures: \($0)" }] as [Code?]
        var said = arguments.compactMap { $0 }
        if isChecked {
            if !security.isEmpty { said.append("security: \(security.code)") }
            said.append("checkedBy: security")
        }
        guard !said.isEmpty else { return [] }
        let line: Code = "let routes = routes.shared(\(said.joined(separator: ", ")))"
        guard line.text.utf8.count > 112 else { return [Line(line)] }
        let parts = said.enumerated().map { Line($0 + 1 < said.count ? "\($1)," : $1, depth: 1) }
        return [Line("let routes = routes.shared(")] + parts + [Line(")")]
    }
}

extension [[SchemeUse]] {
    /// The requirement as an expression.
    fileprivate var code: Code {
        guard !isEmpty else { return ".open" }
        let lists = map { schemes -> Code in "[\(schemes.map(\.code).joined(separator: ", "))]" }
        return ".anyOf(\(lists.joined(separator: ", ")))"
    }
}

extension SchemeUse {
    fileprivate var code: Code {
        let name: Code = "\(literal: wireName)"
        let list =
            scopes.isEmpty ? "" : ", scopes: \(scopes.map { "\(literal: $0)" as Code }.joined(separator: ", "))" as Code
        return switch placement {
        case .bearer: ".bearer(\(name)\(list))"
        case .basic: ".basic(\(name)\(list))"
        case .header(let field): ".header(\(name), field: \(literal: field)\(list))"
        case .query(let parameter): ".query(\(name), parameter: \(literal: parameter)\(list))"
        case .cookie(let cookie): ".cookie(\(name), cookie: \(literal: cookie)\(list))"
        case .unsupported: ".other(\(name)\(list))"
        }
    }
}

extension DocumentedResponses {
    /// The media types of the documented failures; `nil` if they are JSON.
    fileprivate var failureMedia: Code? {
        let plain = failures.compactMap { entry in
            entry.type.map { (status: entry.status, type: $0.contains("*") ? "application/json" : $0) }
        }
        let entries = plain + failureVariants.map { (status: $0.name, type: $0.type) }
        let types = Set(entries.map(\.type))
        guard let first = entries.first, types != ["application/json"] else { return nil }
        guard types.count > 1 else { return "\(literal: first.type)" }
        return "[\(entries.map { "\(literal: $0.status): \(literal: $0.type)" }.joined(separator: ", "))]"
    }
}

extension SwiftType {
    /// Whether a value is an object with arbitrary property names.
    fileprivate var isMap: Bool {
        switch self {
        case .dictionary, .json: true
        case .named(let named): if case .alias(let target) = named.content { target.isMap } else { false }
        default: false
        }
    }
}

extension ResponseModel {
    /// Whether the only success is JSON.
    fileprivate var isJSON: Bool {
        switch self {
        case .json, .optionalJSON: true
        default: false
        }
    }
}
