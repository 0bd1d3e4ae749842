public import APIRuntime
import APIRequestDecoding
import HTTPTypes

extension ServerInput {
    /// Reads a JSON body, or one that a codec turns into JSON; `nil` for an optional type when there is no body.
    ///
    /// - Throws: ``UnreadableInput``.
    public func json<T: JSONCodable>(_ type: T.Type = T.self) throws(UnreadableInput) -> T {
        guard !body.isEmpty else { return try TextTreeDecoding.absent(.body, "") }
        do {
            let media = (about.headers[.contentType] ?? "").mediaType
            guard let codec = options.bodyCodecs.first(where: { $0.handles(media) }) else {
                return try JSONCoding.decode(T.self, from: body, options: options.reading)
            }
            let inner = (T.self as? any OptionalText.Type)?.wrapped ?? T.self
            return try JSONCoding.decode(
                T.self,
                from: JSONCoding.encode(codec.decode(body, as: inner)),
                options: options.reading
            )
        } catch {
            throw UnreadableInput(.body, "", .unreadable(error))
        }
    }

    /// Reads an `application/x-www-form-urlencoded` body.
    ///
    /// - Parameter encodings: Encodings of single properties, by name.
    /// - Returns: The value; `nil` for an optional type when there is no body.
    /// - Throws: ``UnreadableInput``.
    public func form<T: JSONCodable>(encodings: [String: FormEncoding] = [:]) throws(UnreadableInput) -> T {
        guard !body.isEmpty else { return try TextTreeDecoding.absent(.body, "") }
        let items = QueryText.items(String(decoding: body, as: UTF8.self), plusIsSpace: true)
        let tree = FormReader(encodings: encodings).tree(items)
        do {
            return try TextTreeDecoding(options: options.reading).decode(T.self, tree)
        } catch {
            throw UnreadableInput(.body, error.firstMember, .unreadable(error))
        }
    }

    /// Reads a `multipart/form-data` body as a value that has JSON too; `nil` for an optional type without a body.
    ///
    /// - Parameter encodings: Encodings of single properties, by name, where they have a style.
    /// - Returns: The value.
    /// - Throws: ``UnreadableInput``.
    public func multipart<T: JSONCodable>(encodings: [String: FormEncoding] = [:]) throws(UnreadableInput) -> T {
        guard !body.isEmpty else { return try TextTreeDecoding.absent(.body, "") }
        let form = try MultipartForm(self, encodings: encodings)
        do {
            return try TextTreeDecoding(options: options.reading).decode(T.self, form.tree)
        } catch {
            throw UnreadableInput(.body, error.firstMember, .unreadable(error))
        }
    }

    /// Reads a `multipart/form-data` body part by part.
    ///
    /// - Parameters:
    ///   - encodings: Encodings of single properties, by name, where they have a style.
    ///   - make: Makes the value from the parts.
    /// - Returns: What `make` returns.
    /// - Throws: ``UnreadableInput``, or what `make` throws.
    public func multipart<T>(
        encodings: [String: FormEncoding] = [:],
        _ make: (MultipartForm) throws -> T
    ) throws -> T {
        try make(try MultipartForm(self, encodings: encodings))
    }

    /// The body as bytes.
    public func binary() -> APIRuntime.HTTPBody { .bytes(body) }

    /// The body as text; bytes that are not UTF-8 become U+FFFD.
    public func text() -> String { String(decoding: body, as: UTF8.self) }
}

extension String {
    /// A media type without its parameters, in lower case.
    var mediaType: String {
        prefix { $0 != ";" }.lowercased().split(separator: " ").joined()
    }
}

extension DecodingFailure {
    /// Name of the property with the failure; empty for the whole value.
    var firstMember: String {
        if case .member(let name) = steps.first { name } else { "" }
    }
}
