public import APIRuntime
import APIRequestDecoding
import HTTPTypes

extension ServerInput {
    /// Decodes a JSON body, or a body that a codec converts to JSON.
    ///
    /// Without documented media types of the route, a body with another media type than `application/json` or that of a
    /// vendor, such as `application/vnd.note+json`, is refused; so are patches, such as `application/merge-patch+json`.
    ///
    /// Browsers send forms and plain text to other sites without asking them first. A body with such a media type is
    /// refused, even if it is JSON. One without a media type, which browsers send too, is read: check the `Origin` of
    /// requests with cookies.
    ///
    /// - Parameters:
    ///   - type: The type of the body.
    ///   - documented: The documented media types that are neither JSON nor XML, or `*/*` for all of them.
    ///   - root: The name of the root element of a body in XML; `nil` for any name.
    ///   - isNullable: Whether an optional type also has a value for null. If not, null is an error like in a property;
    ///     see `JSONReadingOptions.rejectsUndeclaredNull`.
    ///   - rules: The rules for the value; a model with constraints also validates itself.
    /// - Returns: The value; `nil` for an optional type if there is no body or the body is null.
    /// - Throws: ``UnreadableInput``.
    public func json<T: JSONCodable>(
        _ type: T.Type = T.self,
        as documented: String...,
        root: String? = nil,
        isNullable: Bool = true,
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        let media = (about.headers[.contentType] ?? "").mediaType
        guard body.isEmpty || readsJSON(media, documented) else {
            let types = condition.receives.isEmpty ? ["application/json"] + documented : condition.receives
            throw UnreadableInput(.mediaTypes(types))
        }
        return try decoded(rules) { () throws(DecodingFailure) in
            let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
            guard let codec = options.bodyCodecs.first(where: { $0.handles(media) }) else {
                if !isNullable, options.reading.rejectsUndeclaredNull, Self.isNull(body) {
                    throw DecodingFailure(.mismatch, "null is not allowed", offset: 0)
                }
                return try JSONCoding.decode(T.self, from: body, options: options.reading)
            }
            let inner = (T.self as? any OptionalText.Type)?.wrapped ?? T.self
            let contentType = about.headers[.contentType] ?? ""
            // Other formats write an absent value in their own way, such as an empty element.
            var reading = options.reading
            reading.rejectsUndeclaredNull = false
            reading.omitsEmptyValues = media.hasSuffix("xml")
            return try JSONCoding.decode(
                T.self,
                from: JSONCoding.encode(codec.decode(self.body, sentAs: contentType, as: inner, root: root)),
                options: reading
            )
        }
    }

    /// Returns whether a body with a media type may be JSON, or a format that a codec converts to JSON.
    private func readsJSON(_ media: String, _ documented: [String]) -> Bool {
        guard !condition.receives.isEmpty else { return hasMediaType(in: ["application/json"] + documented) }
        // The route has compared the media type with the documented ones, of which one can be a range.
        return !Self.simpleTypes.contains(media) || documented.contains { $0.mediaType == media || $0 == "*/*" }
    }

    /// The media types that browsers send to other sites without a preflight request (Fetch, "CORS-safelisted
    /// request-header").
    static let simpleTypes: Set = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]

    /// Returns whether a body of JSON is null: no other value begins with the same letter.
    private static func isNull(_ body: [UInt8]) -> Bool {
        body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "n")
    }

    /// Decodes an `application/x-www-form-urlencoded` body.
    ///
    /// A body with another media type is refused; one without a media type is read, as by ``json(_:as:root:isNullable:rules:)``.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - rules: The rules for the value.
    /// - Returns: The value; `nil` for an optional type if there is no body.
    /// - Throws: ``UnreadableInput``.
    public func form<T: JSONCodable>(
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        let media = (about.headers[.contentType] ?? "").mediaType
        let expected = "application/x-www-form-urlencoded"
        guard body.isEmpty || about.contentType == nil || media == expected else {
            throw UnreadableInput(.mediaTypes([expected]))
        }
        return try decoded(rules) { () throws(DecodingFailure) in
            let limits = options.formLimits
            let items = try QueryText.items(inForm: body, limits: limits)
            let tree = try FormReader(encodings: encodings, exploded: exploded, limits: limits).tree(items)
            return try JSONCoding.decode(T.self, from: tree, options: options.reading)
        }
    }

    /// Decodes a multipart body as a type that conforms to `JSONCodable`.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - rules: The rules for the value.
    /// - Returns: The value; `nil` for an optional type if there is no body.
    /// - Throws: ``UnreadableInput``.
    public func multipart<T: JSONCodable>(
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        guard !body.isEmpty else { return try AbsentValue.read(.body, "") }
        try checkForm()
        let form = try MultipartForm(self, encodings: encodings, exploded: exploded)
        return try decoded(rules) { () throws(DecodingFailure) in try form.object() }
    }

    /// Reads a multipart body part by part.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - make: A closure that creates the value from the parts.
    /// - Returns: The value that `make` returns.
    /// - Throws: ``UnreadableInput``, or the error that `make` throws.
    public func multipart<T>(
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        _ make: (MultipartForm) throws -> T
    ) throws -> T {
        try checkForm()
        return try value(of: MultipartForm(self, encodings: encodings, exploded: exploded), make)
    }

    /// Reads a multipart body with files part by part while it arrives.
    ///
    /// A file of more than 64 KiB is not in memory; see ``MultipartForm/init(_:files:values:encodings:exploded:)``.
    ///
    /// - Parameters:
    ///   - files: The names of the parts that are files.
    ///   - values: The names of the parts that are not files, if all others are; `nil` if only those of `files` are.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - make: A closure that creates the value from the parts.
    /// - Returns: The value that `make` returns.
    /// - Throws: ``UnreadableInput``, an error of the connection or the file system, or the error that `make` throws.
    public func multipart<T>(
        files: [String],
        values: [String]? = nil,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        _ make: (MultipartForm) throws -> T
    ) async throws -> T {
        try checkForm()
        let form = try await MultipartForm(
            self,
            files: files,
            values: values,
            encodings: encodings,
            exploded: exploded
        )
        return try value(of: form, make)
    }

    /// Checks that a multipart body is a form, unless the route has documented media types.
    private func checkForm() throws(UnreadableInput) {
        guard condition.receives.isEmpty, let type = about.contentType?.mediaType else { return }
        guard !type.hasPrefix("multipart/") || type == "multipart/form-data" else {
            throw UnreadableInput(.mediaTypes(["multipart/form-data"]))
        }
    }

    /// Returns the value that a closure creates from the parts of a form, if it satisfies its constraints.
    private func value<T>(of form: MultipartForm, _ make: (MultipartForm) throws -> T) throws -> T {
        let value = try make(form)
        try form.checkFiles()
        return try validated(value)
    }

    /// Reads a streamed body into ``body``.
    ///
    /// - Throws: ``UnreadableInput`` if it has more than ``ServerOptions/maximumBodyBytes``, or the error of the
    ///   connection.
    public mutating func collectBody() async throws {
        guard let stream else { return }
        var bytes: [UInt8] = []
        for try await chunk in stream {
            guard bytes.count + chunk.count <= options.maximumBodyBytes else {
                throw UnreadableInput(.body, "", .tooLarge)
            }
            bytes += chunk
        }
        body = bytes
        self.stream = nil
    }

    /// Returns a value that satisfies its constraints.
    private func validated<T>(_ value: T) throws(UnreadableInput) -> T {
        if let validated = value as? any SchemaValidated {
            let problems = SchemaValidation.problems(of: validated)
            guard problems.isEmpty else { throw UnreadableInput(.body, "", .invalid(problems)) }
        }
        return value
    }

    /// Returns the body as bytes, which arrive while they are read if the route streams bodies.
    public func binary() -> APIRuntime.HTTPBody {
        guard let stream else { return .bytes(body) }
        let length = about.headers[.contentLength].flatMap { Int($0) }
        return .stream(BodyStream(length: length, isReplayable: false) { stream })
    }

    /// Returns the body as a string, in the encoding of its byte order mark or its `charset`, or in UTF-8 without either.
    ///
    /// Invalid bytes become U+FFFD.
    public func text() -> String {
        CharsetText.text(body, charset: charset)
    }

    /// Returns the body as a string that satisfies rules.
    ///
    /// A body with another media type or an unknown charset is refused, and so are bytes that are invalid in their
    /// charset, such as compressed ones; an empty body, and one without a media type, are read.
    ///
    /// - Parameters:
    ///   - documented: The documented media types and ranges; none for any text.
    ///   - rules: The rules for the string.
    /// - Returns: The string.
    /// - Throws: ``UnreadableInput``.
    public func text(as documented: String..., rules: SchemaRule...) throws(UnreadableInput) -> String {
        let documented = documented.isEmpty ? ["text/*"] : documented
        if !body.isEmpty {
            guard hasMediaType(in: documented), charset.map(CharsetText.reads) ?? true else {
                throw UnreadableInput(.mediaTypes(documented))
            }
        }
        guard let text = CharsetText.validText(body, charset: charset) else {
            let failure = DecodingFailure(.syntax, "the bytes are not text in the charset of the media type")
            throw UnreadableInput(.body, "", .unreadable(failure))
        }
        let problems = SchemaValidation.problems(of: text, rules)
        guard problems.isEmpty else { throw UnreadableInput(.body, "", .invalid(problems)) }
        return text
    }

    /// The charset of the media type; `nil` if it names none.
    private var charset: String? { about.headers[.contentType].flatMap { MediaType($0) }?.parameters["charset"] }

    /// Decodes and validates the body; an absent body is `nil` for an optional type.
    private func decoded<T: JSONCodable>(
        _ rules: [SchemaRule],
        _ decode: () throws(DecodingFailure) -> T
    ) throws(UnreadableInput) -> T {
        guard !body.isEmpty else { return try AbsentValue.read(.body, "") }
        let value: T
        do {
            value = try decode()
        } catch {
            throw UnreadableInput(.body, failure: error)
        }
        let problems = SchemaValidation.problems(of: value, rules)
        guard problems.isEmpty else { throw UnreadableInput(.body, "", .invalid(problems)) }
        return value
    }
}

extension String {
    /// The media type without its parameters, in lower case.
    var mediaType: String {
        prefix { $0 != ";" }.lowercased().split(separator: " ").joined()
    }
}
