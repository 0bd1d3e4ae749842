/// Multipart bodies whose parts have a position instead of a name (`prefixEncoding` and `itemEncoding` of OpenAPI 3.2).
struct PartLists {

    let bodies: BodyResolver

    /// Returns the body as a list or a tuple; `nil` if its parts are not all values of known media types, so that callers
    /// create them.
    ///
    /// - Parameters:
    ///   - media: The media type with its schema.
    ///   - entry: The body.
    ///   - name: The name of a type that the body declares.
    /// - Returns: The body.
    func body(_ media: MediaTypeEntry, _ entry: RequestBodyEntry, name: String) -> BodyModel? {
        guard let schemas = schemas(media), let first = firstTypes(media, schemas.first),
            let rest = type(media.itemEncoding, schemas.rest),
            schemas.first.isEmpty || !isFile(media.itemEncoding, schemas.rest)
        else {
            report(media)
            return nil
        }
        if schemas.first.isEmpty, let item = item(media, schemas.rest, rest, name: name) {
            reportHeaders(media)
            return BodyModel(
                kind: .partItems(type: rest),
                contentType: media.name,
                type: item,
                isRequired: entry.isRequired,
                documentation: Documentation(summary: entry.description),
                encodings: []
            )
        }
        let place = TypeResolver.Place(parent: nil, name: name)
        let type: SwiftType
        if let item = media.itemSchema {
            let resolved = bodies.types.resolve(item, at: TypeResolver.Place(parent: nil, name: name + "Part"))
            type = .array(resolved.isNullable ? .optional(resolved.type) : resolved.type)
        } else if let schema = media.schema {
            type = bodies.types.resolve(schema, at: place).type
        } else {
            return nil
        }
        reportHeaders(media)
        return BodyModel(
            kind: .partList(first: first, rest: rest),
            contentType: media.name,
            type: type,
            isRequired: entry.isRequired,
            documentation: Documentation(summary: entry.description),
            encodings: []
        )
    }

    /// Returns the type of the parts of a body that have one media type; `nil` if their values are not exactly JSON, text
    /// or bytes.
    private func item(_ media: MediaTypeEntry, _ schema: Schema?, _ type: String, name: String) -> SwiftType? {
        if isFile(media.itemEncoding, schema) { return .data }
        guard let schema else { return nil }
        let place = TypeResolver.Place(parent: nil, name: name + "Part")
        let resolved = bodies.types.resolve(schema, at: place)
        if MediaForm(type) == .json {
            return resolved.isNullable && resolved.type != .json ? .optional(resolved.type) : resolved.type
        }
        guard !resolved.isNullable else { return nil }
        let isData = resolved.type == .data
        guard type.lowercased().hasPrefix("text/") else { return isData ? resolved.type : nil }
        // Text may be a file, but bytes in Base64 are text.
        let isBinary = bodies.types.graph.followed(schema).map(bodies.types.formats.isBinary) ?? false
        return !isData || isBinary ? resolved.type : nil
    }

    /// Whether the parts of a body have positions instead of names.
    func isList(_ media: MediaTypeEntry) -> Bool {
        guard media.form == .multipart, !media.name.hasPrefix("multipart/form-data") else { return false }
        if media.itemSchema != nil { return true }
        guard let own = media.schema.flatMap(bodies.types.graph.followed) else { return false }
        return own.kinds == [.array] || !own.prefixItems.isEmpty
    }

    private func schemas(_ media: MediaTypeEntry) -> (first: [Schema], rest: Schema?)? {
        if let item = media.itemSchema { return ([], item) }
        guard let own = media.schema.flatMap(bodies.types.graph.followed) else { return nil }
        return (own.prefixItems, own.items)
    }

    private func firstTypes(_ media: MediaTypeEntry, _ schemas: [Schema]) -> [String]? {
        let encodings = media.prefixEncodings
        let types = schemas.enumerated().map { index, schema -> String? in
            let encoding = index < encodings.count ? encodings[index] : media.itemEncoding
            // A tuple has any JSON as the type of an element without a type.
            return isFile(encoding, schema) ? nil : type(encoding, schema)
        }
        return types.contains(nil) ? nil : types.compactMap { $0 }
    }

    /// Returns the media type of a part; `nil` if it is one of several, or if the schema does not describe its bytes.
    private func type(_ encoding: PropertyEncoding?, _ schema: Schema?) -> String? {
        guard let own = schema.flatMap(bodies.types.graph.followed) else { return "application/json" }
        let isText = own.kinds == [.string]
        let isBytes = Self.isBytes(own)
        let scalar = Self.scalarType(own)
        guard let stated = encoding?.contentType else {
            return isBytes ? "application/octet-stream" : scalar ?? "application/json"
        }
        guard !stated.contains(","), !stated.contains("*") else { return nil }
        let form = MediaForm(stated.trimmed.lowercased())
        let isWritten = scalar != nil && stated.trimmed.lowercased().hasPrefix("text/") || isText && form == .xml
        let isKnown = form == .json || isBytes || isWritten || isFile(encoding, own)
        return isKnown ? stated : nil
    }

    private static func isBytes(_ own: Schema) -> Bool {
        own.kinds == [.string] && (own.format == "binary" || own.format == "byte" || own.contentEncoding != nil)
    }

    /// Returns the default media type of a part that is a string, a number or a Boolean (OpenAPI 3.2, "Encoding Object");
    /// `nil` for any other value, including bytes and null, which text cannot express.
    static func scalarType(_ own: Schema) -> String? {
        guard !isBytes(own), !own.kinds.isEmpty, !own.isNullable else { return nil }
        if own.kinds == [.string] { return "text/plain; charset=utf-8" }
        return own.kinds.allSatisfy { [.number, .integer, .boolean].contains($0) } ? "text/plain" : nil
    }

    /// Whether a part without a type is bytes because of its media type.
    private func isFile(_ encoding: PropertyEncoding?, _ schema: Schema?) -> Bool {
        guard let own = schema.flatMap(bodies.types.graph.followed), own.isUnconstrained else { return false }
        return encoding?.contentType.map { MediaForm($0.trimmed.lowercased()) != .json } ?? false
    }

    /// Reports header fields of parts that are values, because only files have their own header fields.
    private func reportHeaders(_ media: MediaTypeEntry) {
        for encoding in media.prefixEncodings + [media.itemEncoding].compactMap({ $0 }) {
            guard let range = encoding.headers else { continue }
            bodies.types.diagnostics.warning(
                "no-effect",
                "The header fields of this part are not sent",
                hint: "Remove them, or give the parts names, because only named files have header fields",
                at: range
            )
        }
    }

    /// Reports the media types of parts that callers create.
    private func report(_ media: MediaTypeEntry) {
        guard let range = media.prefixEncodings.first?.range ?? media.itemEncoding?.range else { return }
        bodies.types.diagnostics.warning(
            "no-effect",
            "The media types of these parts have no effect, because not every part has one media type that its schema fits",
            hint: "Callers create the parts with their media types, or give files the format 'binary'",
            at: range
        )
    }
}
