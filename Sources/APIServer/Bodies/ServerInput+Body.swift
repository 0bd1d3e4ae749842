public import APIRuntime
import APIRequestDecoding
import HTTPTypes

extension ServerInput {
    /// Decodes a JSON body, or a body that a codec converts to JSON.
    ///
    /// - Returns: The value; `nil` for an optional type if there is no body.
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

    /// Decodes an `application/x-www-form-urlencoded` body.
    ///
    /// - Parameter encodings: The encodings of single properties, by name.
    /// - Returns: The value; `nil` for an optional type if there is no body.
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

    /// Decodes a `multipart/form-data` body as a type that conforms to `JSONCodable`.
    ///
    /// - Parameter encodings: The encodings of single properties, by name, for properties with a style.
    /// - Returns: The value; `nil` for an optional type if there is no body.
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
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - make: A closure that creates the value from the parts.
    /// - Returns: The value that `make` returns.
    /// - Throws: ``UnreadableInput``, or the error that `make` throws.
    public func multipart<T>(
        encodings: [String: FormEncoding] = [:],
        _ make: (MultipartForm) throws -> T
    ) throws -> T {
        try make(try MultipartForm(self, encodings: encodings))
    }

    /// Returns the body as bytes, which arrive while they are read if the route streams bodies.
    public func binary() -> APIRuntime.HTTPBody {
        guard let stream else { return .bytes(body) }
        let length = about.headers[.contentLength].flatMap { Int($0) }
        return .stream(BodyStream(length: length, isReplayable: false) { stream })
    }

    /// Returns the body as a string.
    ///
    /// Bytes that are not valid UTF-8 become U+FFFD.
    public func text() -> String { String(decoding: body, as: UTF8.self) }
}

extension String {
    /// The media type without its parameters, in lower case.
    var mediaType: String {
        prefix { $0 != ";" }.lowercased().split(separator: " ").joined()
    }
}

extension DecodingFailure {
    /// The name of the property in which the failure occurred; empty if it occurred in none.
    var firstMember: String {
        if case .member(let name) = steps.first { name } else { "" }
    }
}
