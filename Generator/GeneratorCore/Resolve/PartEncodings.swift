import YAMLReader

/// Decides which encodings of a body's properties have an effect on serialization.
struct PartEncodings {

    typealias Encoding = PropertyEncoding

    let context: ParseContext

    /// Returns the encodings that differ from the default, by the names of their properties.
    ///
    /// - Parameters:
    ///   - media: The media type.
    ///   - isMultipart: Whether the properties are parts.
    ///   - type: The type of the body.
    /// - Returns: The encodings in the order of their names.
    func effective(
        _ media: MediaTypeEntry,
        isMultipart: Bool,
        _ type: SwiftType
    ) -> [(member: String, encoding: Encoding)] {
        let properties = type.members
        var encodings = media.encodings
        if isMultipart, let schema = media.schema {
            encodings.merge(described(schema)) { stated, own in
                guard stated.contentType == nil, stated.style == nil, stated.explode == nil, stated.separator == nil
                else { return stated }
                var stated = stated
                stated.contentType = own.contentType
                return stated
            }
        }
        return encodings.sorted { $0.key < $1.key }.compactMap { name, stated in
            var encoding = stated
            let property = properties.first { $0.wireName == name }
            if isMultipart {
                encoding = part(stated, name, property)
                checkDocument(&encoding, name, property?.type)
            } else {
                encoding.fixedHeaders = [:]
                dropContentType(&encoding, name)
                checkValue(&encoding, name, property?.type)
            }
            return encoding.isSpecial ? (name, encoding) : nil
        }
    }

    /// Returns the media types that the schemas of properties have (`contentMediaType`), by the properties' names.
    private func described(_ schema: Schema) -> [String: Encoding] {
        var found: [String: Encoding] = [:]
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        while let part = open.popLast() {
            guard known.insert(ObjectIdentifier(part)).inserted else { continue }
            for property in part.properties {
                let own = context.target(of: property.schema) ?? property.schema
                var stated = property.schema.contentMediaType ?? own.contentMediaType ?? own.items?.contentMediaType
                // The standard's default for a string in Base64.
                if stated == nil, !context.isVersion30, isBase64(own) || own.items.map(isBase64) == true {
                    stated = "application/octet-stream"
                }
                // A server would read a string of JSON as the document that it contains.
                guard let type = stated, MediaForm(type.lowercased()) != .json else { continue }
                found[property.name] = Encoding(contentType: type, range: property.nameRange)
            }
            open += part.allOf
            if let target = context.target(of: part) {
                open.append(target)
            }
        }
        return found
    }

    private func isBase64(_ schema: Schema) -> Bool {
        schema.kinds == [.string] && schema.contentEncoding != nil
    }

    /// Returns the effective encoding of a part.
    ///
    /// OpenAPI 3.0 has no styles for parts, and files and scalars never have one. A style takes precedence over the
    /// media type.
    private func part(_ stated: Encoding, _ name: String, _ property: PropertyModel?) -> Encoding {
        var encoding = stated
        encoding.allowsReserved = false
        let hasStyle = stated.style.map { $0 != .form } ?? false || stated.explode == false || stated.separator != nil
        let isStated = hasStyle || stated.style != nil && property?.type.isMembers == true
        let isPlain = property.map { $0.type.hasFile || $0.isFile } ?? false
        // The caller sets those of a file.
        if isPlain { encoding.fixedHeaders = [:] }
        if isStated, !isPlain, !context.isVersion30 {
            dropContentType(&encoding, name)
            encoding.contentType = nil
            return encoding
        }
        if hasStyle, !isPlain {
            context.diagnostics.warning(
                "no-effect",
                "OpenAPI 3.0 has no styles for parts, so '\(name)' is encoded without one",
                hint: "Change the document to OpenAPI 3.1, or remove the style",
                at: stated.range
            )
        }
        encoding.style = nil
        encoding.explode = nil
        encoding.separator = nil
        if !isPlain { chooseType(&encoding, name, property?.type) }
        // A single file may be a multipart document itself, whose boundary the caller states.
        let mayBeNested = isPlain && property?.type.isList != true
        if !mayBeNested, let type = encoding.contentType, type.lowercased().hasPrefix("multipart/") {
            context.diagnostics.warning(
                "unsupported-encoding",
                "'\(name)' cannot be encoded as '\(type)', so its parts have their default media types",
                hint: "Make it a file that the caller encodes",
                at: stated.range
            )
            encoding.contentType = nil
        }
        return encoding
    }

    /// Keeps one of several media types of a part that is no file: the first one in which the value can be written.
    ///
    /// The caller chooses the type of a file, and the value of a union decides its own.
    private func chooseType(_ encoding: inout Encoding, _ name: String, _ type: SwiftType?) {
        let listed = encoding.contentType?.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } ?? []
        guard listed.count > 1, let type, type.isStructure || type.isScalar else { return }
        let usual = type.isStructure ? "application/json" : "text/plain"
        let chosen = listed.first { listed in
            let listed = listed.lowercased()
            guard !listed.contains("*") else { return MediaRange.includes(listed, usual) }
            return type.isStructure ? MediaForm(listed) == .json : !listed.hasPrefix("multipart/")
        }
        guard let chosen else { return }
        encoding.contentType = chosen.contains("*") ? nil : chosen
        context.diagnostics.note(
            "no-effect",
            "'\(name)' is always sent as '\(encoding.contentType ?? usual)', whatever other media types are listed",
            hint: "Make it a file if the caller is to choose its media type",
            at: encoding.range
        )
    }

    /// Removes the media type of a property that has a style, which takes precedence.
    private func dropContentType(_ encoding: inout Encoding, _ name: String) {
        guard let type = encoding.contentType, encoding.style != nil || encoding.explode != nil else { return }
        encoding.contentType = nil
        // Text is the media type of every value with a style.
        guard type.essence.lowercased() != "text/plain" else { return }
        context.diagnostics.warning(
            "no-effect",
            "The media type of '\(name)' has no effect next to 'style', 'explode' or 'allowReserved'",
            hint: "Remove one of them: with 'contentType' alone the value is one document",
            at: encoding.range
        )
    }

    /// Removes a media type other than JSON from a form's property, and reports it for a structured one.
    ///
    /// Without a media type, an object is JSON and a scalar is text.
    private func checkValue(_ encoding: inout Encoding, _ name: String, _ type: SwiftType?) {
        let listed = encoding.contentType?.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty } ?? []
        let isAnyJSON = listed.contains { MediaForm($0.lowercased()) == .json }
        guard listed.count > 1 || !isAnyJSON || listed[0].contains("*") else { return }
        encoding.contentType = nil
        guard type?.isStructure == true, !isAnyJSON, !listed.isEmpty else { return }
        reportStructure(name, listed.joined(separator: ", "), at: encoding.range)
    }

    /// Reports a structured part with a media type other than JSON, which is sent as JSON instead.
    private func checkDocument(_ encoding: inout Encoding, _ name: String, _ type: SwiftType?) {
        guard type?.isStructure == true, let mediaType = encoding.contentType?.trimmed, !mediaType.isEmpty,
            MediaForm(mediaType.lowercased()) != .json, mediaType.contains(",") || !mediaType.contains("*"),
            !["text/plain", "application/octet-stream"].contains(mediaType.lowercased())
        else { return }
        reportStructure(name, mediaType, at: encoding.range)
        encoding.contentType = nil
    }

    private func reportStructure(_ name: String, _ mediaType: String, at range: SourceRange) {
        context.diagnostics.warning(
            "unsupported-encoding",
            "'\(name)' is sent as JSON, because its properties cannot be encoded as '\(mediaType)'",
            hint: "Make it a string that the caller encodes, or a file",
            at: range
        )
    }
}

extension PropertyEncoding {
    /// Whether the encoding may differ from the default.
    fileprivate var isSpecial: Bool {
        contentType != nil || style != nil || explode != nil || separator != nil || allowsReserved
            || !fixedHeaders.isEmpty
    }
}

extension SwiftType {
    /// The properties of a body's type.
    fileprivate var members: [PropertyModel] {
        guard case .named(let named) = self else { return [] }
        return named.properties
    }

    /// Whether values have properties, so that styles affect their serialization.
    fileprivate var isMembers: Bool {
        switch self {
        case .dictionary: true
        case .optional(let wrapped): wrapped.isMembers
        case .named(let named):
            switch named.content {
            case .alias(let target): target.isMembers
            case .object(let object): !object.isTuple
            default: false
            }
        default: false
        }
    }

    /// Whether each value, or each element of a list, is one string, number or Boolean.
    fileprivate var isScalar: Bool {
        switch self {
        case .array(let inner), .arraySkippingInvalidElements(let inner), .optional(let inner): inner.isScalar
        default: [.string, .number, .boolean].contains(jsonKind)
        }
    }

    /// Whether values are objects or lists of objects.
    fileprivate var isStructure: Bool {
        switch self {
        case .array(let inner), .arraySkippingInvalidElements(let inner), .optional(let inner): inner.isStructure
        default: isMembers
        }
    }
}
