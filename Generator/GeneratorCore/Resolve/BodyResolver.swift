import YAMLReader

/// Decides the format and the Swift type of the bodies of requests and responses.
struct BodyResolver {

    let types: TypeResolver

    /// Returns the body of a request; among several media types, chooses the one that preserves most of the schema.
    func body(_ entry: RequestBodyEntry, operation: String) -> BodyModel? {
        requestGroups(entry.content).first.map { body(entry, $0, operation: operation) }
    }

    /// Returns the body of a request in one of several forms.
    func body(_ entry: RequestBodyEntry, _ group: MediaGroup, operation: String) -> BodyModel {
        var body = plainBody(entry, group, operation: operation)
        let kept = distinct(entry.content).map(\.name)
        // Ranges and plain text that repeat the schema of a model belong to its method.
        let others = entry.content.filter { other in
            isModel(group.media[0]) && !kept.contains(other.name) && hasSameSchema(other, group.media[0])
        }
        body.documentedTypes = (group.media + others).map(\.name)
        return body
    }

    private func plainBody(_ entry: RequestBodyEntry, _ group: MediaGroup, operation: String) -> BodyModel {
        let media = group.media[0]
        let shared =
            sharedName(media, suffix: "Body")
            ?? types.sharedName(entry.pointer, "requestBodies", suffix: "Body").map { $0 + group.suffix }
        let place = TypeResolver.Place(parent: nil, name: shared ?? operation + group.suffix + "Body")
        let isRange = media.name.contains("*")
        let form = form(media)
        if form == .lines || form == .textSequence {
            return items(entry, media, form, operation: operation + group.suffix)
        }
        let lists = PartLists(bodies: self)
        let isList = lists.isList(media)
        if isList, let list = lists.body(media, entry, name: place.name) { return list }
        // Bodies that are sent without encoding need no declaration.
        let isPlain = [.binary, .text, .events].contains(form) || isList
        if form == .events { reportEvents(media) }
        let hasOwnParts = form == .multipart && (resolvedVariants(media) || reportedUnnamedParts(media))
        let schema = isPlain || hasOwnParts ? nil : media.schema
        let decided = schema.map { types.resolve($0, at: place) }
        // A JSON Patch is a list, which a free object does not include.
        let isPatch = group.media.contains { $0.name.hasPrefix("application/json-patch+json") }
        let resolved = decided.map { isPatch && $0.type.isFreeObject ? .json : $0.type } ?? .json
        // A body that is not required is omitted rather than sent as null.
        let isNull = form == .json && decided?.isNullable == true && entry.isRequired && resolved != .json
        if form == .xml {
            types.markXML(resolved)
        }
        if form == .multipart, case .named(let named) = resolved, case .object(let object) = named.content {
            types.markMultipart(named, object)
        }
        reportHeaders(media, form, resolved)
        reportPlain(media, form)
        reportPositions(media)
        let root = root(media)
        if form == .xml, root == nil {
            reportRoot(media)
        }
        return BodyModel(
            kind: kind(form, resolved),
            contentType: isRange ? form.standard : media.name,
            contentTypes: group.choice(form),
            otherTypes: form == .json || form == .xml ? otherTypes(of: media, entry) : [],
            type: isPlain && !isList ? .string : isNull ? .optional(resolved) : resolved,
            isRequired: entry.isRequired,
            isNullable: form != .json || resolved == .json || decided?.isNullable ?? true,
            documentation: Documentation(summary: entry.description),
            root: root,
            rules: rules(of: media, form, resolved),
            encodings: PartEncodings(context: types.context)
                .effective(media, isMultipart: form == .multipart, resolved)
        )
    }

    /// Returns the media types of plain text and of any form with the schema of a body of JSON.
    private func otherTypes(of media: MediaTypeEntry, _ entry: RequestBodyEntry) -> [String] {
        entry.content.filter { other in
            ["text/plain", "*/*"].contains(other.name.essence) && hasSameSchema(other, media, strictly: true)
        }
        .map(\.name.essence)
    }

    /// Returns the name for an inline schema of a media type among the components; `nil` for any other media type.
    private func sharedName(_ media: MediaTypeEntry, suffix: String) -> String? {
        (media.schema ?? media.itemSchema)?.pointer.parent.flatMap {
            types.sharedName($0, "mediaTypes", suffix: suffix)
        }
    }

    /// Returns the multipart body among several bodies if it has a file that the others cannot carry.
    func upload(_ content: [MediaTypeEntry]) -> MediaTypeEntry? {
        content.first { media in
            guard media.form == .multipart, let schema = media.schema else { return false }
            // JSON of the same schema could not carry an optional file either.
            let isShared = media.isSeparate || content.contains { $0.form == .json && hasSameSchema($0, media) }
            return needsFile(schema) || isShared && needsFile(schema, orMay: true)
        }
    }

    /// Returns the name of the root element of a body in XML; `nil` for the name of the type, and for other bodies.
    ///
    /// A list declares no type, and has the name of its component as the name of its element.
    func root(_ media: MediaTypeEntry) -> String? {
        guard form(media) == .xml, let schema = media.schema else { return nil }
        if let name = schema.xml?.name { return name }
        guard let own = types.graph.followed(schema), own.items != nil else { return nil }
        return own.xml?.name ?? types.graph.components[own]
    }

    /// Reports an XML body of an inline object without `xml.name`, whose root element has no name.
    private func reportRoot(_ media: MediaTypeEntry) {
        // A value of a union has the name of its variant.
        guard let own = media.schema.flatMap(types.graph.followed), own.xml?.name == nil, types.component(own) == nil,
            own.variants.isEmpty
        else { return }
        types.diagnostics.warning(
            "unnamed-root",
            "The root element of the XML body has no name",
            hint: "Add 'xml: { name: … }' to the schema",
            at: own.range
        )
    }

    /// Reports keywords without effect: the encoding of a body of bytes, and the schema of an XML body that is bytes or
    /// text, because its values have no model in XML.
    private func reportPlain(_ media: MediaTypeEntry, _ form: MediaForm) {
        if form == .binary, let own = media.schema.flatMap(types.graph.followed), let keyword = Self.encoding(own) {
            types.diagnostics.warning(
                "no-effect",
                "'\(keyword)' has no effect on a whole body, whose bytes are sent and returned as they are",
                hint: "Encode and decode the body in the app, if the service does",
                at: media.range
            )
        }
        if media.form == .urlEncoded, form == .text, let own = media.schema.flatMap(types.graph.followed),
            own.kinds != [.string] || own.enumeration != nil
        {
            types.diagnostics.warning(
                "no-effect",
                "The schema of this form has no effect, because only the properties of an object are encoded",
                hint: "Encode and decode the body in the app, or make it an object",
                at: own.range
            )
        }
        guard media.form == .xml, form != .xml, let own = media.schema.flatMap(types.graph.followed),
            !own.isUnconstrained, own.kinds != [.string],
            ![own, own.items].contains(where: { $0.map { isAnyObject($0) } ?? false })
        else { return }
        types.diagnostics.warning(
            "no-effect",
            "The schema of this XML body has no effect, because only objects and lists of objects are models in XML",
            hint: "Encode and decode the body in the app, or make it an object",
            at: own.range
        )
    }

    /// Returns the keyword that says that bytes are encoded; `nil` for bytes as they are.
    ///
    /// Many documents have `format: byte` for bytes as they are, so only those count that describe the encoding as well.
    private static func encoding(_ schema: Schema) -> String? {
        if let encoding = schema.contentEncoding {
            return ["7bit", "8bit", "binary"].contains(encoding.lowercased()) ? nil : "contentEncoding: \(encoding)"
        }
        let isDescribed = schema.description?.lowercased().contains("base64") ?? false
        return schema.format == "byte" && isDescribed ? "format: byte" : nil
    }

    /// Whether a schema allows any object, and describes no property in any of its parts.
    private func isAnyObject(_ schema: Schema, depth: Int = 0) -> Bool {
        guard let own = types.graph.followed(schema), depth < 8 else { return false }
        let parts = own.allOf + own.variants
        guard !parts.isEmpty, own.properties.isEmpty else { return own.isAnyObject }
        return parts.allSatisfy { isAnyObject($0, depth: depth + 1) }
    }

    /// Reports the positions of the parts of a form, which have names instead.
    private func reportPositions(_ media: MediaTypeEntry) {
        guard media.name.hasPrefix("multipart/form-data"),
            let range = (media.prefixEncodings.first ?? media.itemEncoding)?.range
        else { return }
        types.diagnostics.warning(
            "no-effect",
            "The encodings by position have no effect, because the parts of a form have names",
            hint: "Make the schema an object, and describe its properties in 'encoding'",
            at: range
        )
    }

    private func rules(of media: MediaTypeEntry, _ form: MediaForm, _ type: SwiftType) -> [RuleModel] {
        guard let schema = media.schema, form != .binary, !form.isSequential else { return [] }
        return RuleReader(resolver: types).rules(of: schema, form == .text ? .string : type)
    }

    /// Reports header fields of a part that is not a file and that have several values, because callers set only those
    /// of files.
    private func reportHeaders(_ media: MediaTypeEntry, _ form: MediaForm, _ type: SwiftType) {
        var files: Set<String> = []
        if form == .multipart, case .named(let named) = type, case .form(let object) = named.content {
            files = Set(object.properties.filter(\.type.hasFile).map(\.wireName))
        }
        for (name, encoding) in media.encodings.sorted(by: { $0.key < $1.key }) where !files.contains(name) {
            let areFixed = form == .multipart && !encoding.fixedHeaders.isEmpty
            guard let range = encoding.headers, encoding.hasFreeHeaders || !areFixed else { continue }
            types.diagnostics.warning(
                "no-effect",
                areFixed
                    ? "Of the header fields of '\(name)', only those with a constant value are sent"
                    : "The header fields of '\(name)' are not sent",
                hint: "Give them constant values, or make the part a file, whose header fields the caller sets",
                at: range
            )
        }
    }

    /// Whether a multipart body has a required file, which no other format can carry.
    ///
    /// - Parameters:
    ///   - schema: The schema of the body.
    ///   - orMay: Whether optional files count as well.
    /// - Returns: Whether there is such a file.
    private func needsFile(_ schema: Schema, orMay: Bool = false) -> Bool {
        let files = MultipartFieldTypes(resolver: types)
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        while let next = open.popLast() {
            guard let own = types.graph.followed(next), known.insert(ObjectIdentifier(own)).inserted else { continue }
            let members = own.properties.filter { orMay || own.required.contains($0.name) }
            if members.contains(where: { files.file($0.schema) != nil }) {
                return true
            }
            open += own.allOf
        }
        return false
    }

    private func kind(_ form: MediaForm, _ type: SwiftType) -> BodyModel.Kind {
        switch form {
        case .json: .json
        case .urlEncoded: .form
        case .multipart: type.isForm ? .multipart : .parts
        case .xml: .xml
        case .text: .text
        case .binary, .events: .binary
        case .lines: .lines
        case .textSequence: .textSequence
        }
    }

    /// Returns the form of a media type in view of its schema.
    ///
    /// XML without a model is text or bytes, as is a string in a media range. An object whose schema describes no properties
    /// is no model in XML: its attributes, its namespaces and the name of its root would be lost. JSON or text that is a
    /// binary string, such as an exported file, is bytes.
    func form(_ media: MediaTypeEntry) -> MediaForm {
        let form = media.form
        if form == .json, media.name.hasPrefix("*/*") || media.name.hasPrefix("application/*") {
            guard let schema = media.schema else { return .binary }
            if let own = types.graph.followed(schema), own.kinds == [.string], own.enumeration == nil {
                return types.formats.string(own) == .data ? .binary : .text
            }
        }
        // A form consists of properties, which no other value has.
        if form == .urlEncoded, let own = media.schema.flatMap(types.graph.followed), !own.kinds.isEmpty,
            !own.kinds.contains(.object), own.properties.isEmpty
        {
            return types.formats.isBinary(own) ? .binary : .text
        }
        if form == .json || form == .text, let own = media.schema.flatMap(types.graph.followed),
            types.formats.isBinary(own)
        {
            return .binary
        }
        if form == .lines || form == .textSequence, media.itemSchema == nil,
            let own = media.schema.flatMap(types.graph.followed), own.kinds == [.string], own.enumeration == nil
        {
            // The schema describes the whole body, and not its items.
            return types.formats.string(own) == .data ? .binary : .text
        }
        guard form == .xml else { return form }
        let schema = media.schema.flatMap(types.graph.followed)
        let composition = ScalarComposition(types.graph.relations)
        let holdsModel = [schema, schema?.items].contains { part in
            guard let own = part.flatMap(types.graph.followed) else { return false }
            return composition.isObject(own) && !isAnyObject(own)
        }
        return holdsModel ? .xml : media.name.hasPrefix("text/") ? .text : .binary
    }

    /// Returns the body of a documented response.
    func response(_ entry: ResponseEntry, name: String) -> ResponseModel {
        guard let media = preferred(entry.content, Self.responseOrder) else { return .nothing }
        let name =
            sharedName(media, suffix: "Response")
            ?? types.sharedName(entry.pointer, "responses", suffix: "Response") ?? name
        // A response that may be text or another form, such as PDF, is read as bytes.
        let isMixed = entry.content.contains { self.form($0) != .text && !self.form($0).isSequential }
        let form = form(media)
        reportPlain(media, form)
        switch form == .text && isMixed ? .binary : form {
        case .json, .xml:
            guard let schema = media.schema else { return .json(.json) }
            let resolved = types.resolve(schema, at: TypeResolver.Place(parent: nil, name: name))
            if form == .xml {
                types.markXML(resolved.type)
            }
            return resolved.isNullable ? .optionalJSON(resolved.type) : .json(resolved.type)
        case .text:
            return .text
        case .binary, .multipart, .urlEncoded:
            guard isPartStream(media) else { return .data }
            return parts(media, name: name)
        case .events:
            return events(media, name: name)
        case .lines, .textSequence:
            return .lines(item(media, name: name, word: "Item") ?? .json, isTextSequence: form == .textSequence)
        }
    }

    /// The forms of responses, the preferred one first.
    static let responseOrder: [MediaForm] = [.json, .xml, .text, .binary, .events, .lines, .textSequence]

    /// Returns the successes of an operation as one response.
    ///
    /// Successes with equal bodies are one response. If their bodies differ, each status is a case.
    ///
    /// - Parameters:
    ///   - responses: The documented successes.
    ///   - operation: The prefix of the names of inline types.
    ///   - range: The location of the operation.
    ///   - isPage: Whether the response is a page of a list, in which case a success without a body is an empty page.
    /// - Returns: The response.
    func responses(
        _ responses: [ResponseEntry],
        operation: String,
        at range: SourceRange,
        isPage: Bool = false
    ) -> ResponseModel {
        let hasEmpty =
            !isPage && responses.contains { $0.content.isEmpty } && responses.contains { !$0.content.isEmpty }
        let hasSeveral = hasEmpty || hasSeveral(responses)
        let variants = responses.map { entry in
            // The enum of all successes has the shorter name.
            let name = operation + (hasSeveral ? StatusName.word(entry.status) + "Body" : "Response")
            return (status: entry.status, response: response(entry, name: name))
        }
        guard let first = variants.first?.response else { return .nothing }
        if variants.allSatisfy({ $0.response.isSame(first) }) { return first }
        // Of the other successes of a stream, all are empty; see `responseGroups`.
        if let stream = variants.first(where: { $0.response.isStream })?.response { return stream }
        let bodies = variants.filter { !$0.response.isSame(.nothing) }
        if isPage, bodies.count == 1, case .json(let type) = bodies[0].response { return .optionalJSON(type) }
        return declared(variants, operation, at: range)
    }

    /// Whether the bodies of the successes differ in form or schema.
    private func hasSeveral(_ responses: [ResponseEntry]) -> Bool {
        let chosen = responses.compactMap { preferred($0.content, Self.responseOrder) }
        return chosen.dropFirst().contains { !isSame($0, chosen[0]) }
    }

    /// Returns the bounds of the body if only one success of the operation has one.
    func rules(_ responses: [ResponseEntry]) -> [RuleModel] {
        let media = responses.compactMap { preferred($0.content, [.json, .xml]) }.filter {
            [.json, .xml].contains(form($0))
        }
        guard media.count == 1, let schema = media[0].schema, let type = types.known(schema)?.type else { return [] }
        return RuleReader(resolver: types).rules(of: schema, type)
    }

    private func declared(
        _ variants: [(status: String, response: ResponseModel)],
        _ operation: String,
        at range: SourceRange
    ) -> ResponseModel {
        let cases = variants.map {
            ResponseVariant(status: $0.status, name: StatusName.member($0.status), response: $0.response)
        }
        let type = types.declareResponse(SwiftName.type(operation + "Response"), at: range)
        type.content = .responses(cases)
        return .variants(type, cases)
    }

    /// Returns the statuses of documented responses with the media types that a server sends.
    func entries(_ responses: [ResponseEntry]) -> [DocumentedResponses.Entry] {
        responses.map { response in
            let media = preferred(response.content, Self.responseOrder)
            let isText = media.map { form($0) == .text } ?? false
            // A response that may be text or another form, such as PDF, is read as bytes.
            let bytes = isText ? response.content.first { form($0) != .text && !form($0).isSequential } : nil
            let types = response.content.map(\.name)
            return DocumentedResponses.Entry(
                status: response.status,
                type: (bytes ?? media)?.name,
                types: types,
                root: media.flatMap(root),
                partType: media.flatMap(partType)
            )
        }
    }

    /// Returns the media type of the parts of a response; `nil` for that of JSON or bytes.
    private func partType(_ media: MediaTypeEntry) -> String? {
        guard let stated = media.itemEncoding?.contentType else {
            return media.itemSchema.flatMap(types.graph.followed).flatMap(PartLists.scalarType)
        }
        return stated.contains { "*,".contains($0) } ? nil : stated
    }

    /// Returns the media types of the documented responses, successes first, each once.
    func accepted(_ responses: [ResponseEntry]) -> [String] {
        var known: [MediaTypeEntry] = []
        for response in responses.sorted(by: { $0.status < $1.status }) {
            guard var chosen = preferred(response.content, Self.responseOrder) else { continue }
            if !known.isEmpty, !response.status.hasPrefix("2"), isMisnamed(chosen) {
                chosen.name = "application/json"
                chosen.form = .json
                known.append(chosen)
            }
            // If a model is read, other forms of the same response are not usable; bytes may have any form.
            let isModel = [.json, .xml].contains(form(chosen))
            for media in response.content where !known.contains(where: { $0.name == media.name }) {
                // A range of a failure would allow another media type of the success.
                guard known.isEmpty || response.status.hasPrefix("2") || !media.name.contains("*") else { continue }
                // A server may respond to a media range with a media type that cannot be read.
                let isReadable = isSame(media, chosen) && (chosen.name.contains("*") || !media.name.contains("*"))
                if !isModel || isReadable {
                    known.append(media)
                }
            }
        }
        // A name without a slash is not a media type, and has a message.
        return known.filter { media in media.name.contains("/") && !known.contains { isRepeated(media, by: $0) } }
            .map(\.name)
    }

    /// Whether a media type adds nothing to a list that contains another one.
    private func isRepeated(_ media: MediaTypeEntry, by other: MediaTypeEntry) -> Bool {
        MediaRange.covers(other.name, media.name)
            && (MediaRange.isUsual(media.name) || other.name.contains("*") && hasSameSchema(media, other))
    }

    /// Whether two media types have the same form and the same schema.
    func isSame(_ media: MediaTypeEntry, _ chosen: MediaTypeEntry) -> Bool {
        form(media) == form(chosen) && hasSameSchema(media, chosen)
    }

    /// Whether two media types have the same schema.
    ///
    /// - Parameters:
    ///   - media: A media type.
    ///   - chosen: Another one.
    ///   - strictly: Whether a media type without a schema differs from one with a schema.
    /// - Returns: Whether the schemas are the same.
    func hasSameSchema(_ media: MediaTypeEntry, _ chosen: MediaTypeEntry, strictly: Bool = false) -> Bool {
        let (own, known) = (content(of: media), content(of: chosen))
        guard let one = own.flatMap(meant), let other = known.flatMap(meant) else {
            return strictly ? own == nil && known == nil : own == nil || known == nil
        }
        return one === other || types.context.text(withoutNotesOf: one) == types.context.text(withoutNotesOf: other)
    }

    /// Returns the schema of a body, or of the items of a stream.
    private func content(of media: MediaTypeEntry) -> Schema? {
        form(media).isSequential ? itemSchema(media) : media.schema ?? media.itemSchema
    }

    /// Returns the schema at the end of references, including those that are the only element of `allOf`.
    private func meant(_ schema: Schema) -> Schema? {
        var current = types.graph.followed(schema)
        for _ in 0..<8 {
            guard let own = current, own.allOf.count == 1, own.allOf[0].reference != nil, own.properties.isEmpty,
                own.variants.isEmpty, own.required.isEmpty, own.reference == nil, own.enumeration == nil,
                !own.isNullable
            else { break }
            current = types.graph.followed(own.allOf[0])
        }
        return current
    }

    func preferred(_ content: [MediaTypeEntry], _ order: [MediaForm]) -> MediaTypeEntry? {
        guard content.count > 1 else { return content.first }
        // A range is the least specific: it covers the media types that the others do not name.
        let named = content.filter { !$0.name.contains("*") }
        guard named.isEmpty || named.count == content.count else { return preferred(named, order) }
        for form in order {
            let candidates = content.filter { self.form($0) == form }
            if let first = candidates.first {
                return form == .json ? candidates.min { MediaRange.rank($0.name) < MediaRange.rank($1.name) } : first
            }
        }
        return content.first
    }
}

extension SwiftType {
    /// Whether the type can be sent as the parts of a form, which requires a struct.
    fileprivate var isForm: Bool {
        guard case .named(let named) = self else { return false }
        return switch named.content {
        case .object(let object): !object.isTuple
        case .form: true
        default: false
        }
    }

    /// Whether values are objects with any properties.
    fileprivate var isFreeObject: Bool {
        switch self {
        case .dictionary(let value): value == .json
        case .named(let named): if case .alias(let target) = named.content { target.isFreeObject } else { false }
        default: false
        }
    }

    /// Whether values are lists.
    var isList: Bool {
        switch self {
        case .array, .arraySkippingInvalidElements: true
        default: false
        }
    }
}

extension ResponseModel {

    /// Whether two responses are equivalent for a caller.
    func isSame(_ other: ResponseModel) -> Bool {
        switch (self, other) {
        case (.nothing, .nothing), (.data, .data), (.text, .text): true
        case (.json(let one), .json(let two)), (.optionalJSON(let one), .optionalJSON(let two)): one == two
        case (.events(let one, let isWhole, _), .events(let two, let isAlsoWhole, _)):
            one == two && isWhole == isAlsoWhole
        case (.lines(let one, let isSequence), .lines(let two, let isAlsoSequence)):
            one == two && isSequence == isAlsoSequence
        case (.parts(let one), .parts(let two)): one == two
        default: false
        }
    }
}
