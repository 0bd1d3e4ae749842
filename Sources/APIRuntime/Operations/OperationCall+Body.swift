import HTTPTypes

@_spi(Generated)
extension OperationCall {
    /// Sets a body of the media type `application/json`; `nil` sends no body.
    public mutating func json(_ body: (some JSONCodable)?) {
        json(body, contentType: "application/json")
    }

    /// Sets a JSON body; `nil` sends no body.
    public mutating func json(_ body: (some JSONCodable)?, contentType: String) {
        guard let body else { return }
        set(json: body, contentType: contentType)
    }

    /// Sets a JSON body; `nil` sends `null`.
    public mutating func json(orNull body: (some JSONCodable)?, contentType: String = "application/json") {
        set(json: body, contentType: contentType)
    }

    /// Sets a JSON body, or the problem that keeps the call from being sent: JSON has no infinity, and null is not what
    /// the caller set.
    private mutating func set(json body: some JSONCodable, contentType: String) {
        var isExact = true
        set(.bytes(JSONCoding.encode(body, options: .request, isExact: &isExact)), contentType: contentType)
        check(isExact, "The body")
    }

    /// Sets an `application/x-www-form-urlencoded` body from an object's properties; `nil` sends no body.
    ///
    /// - Parameters:
    ///   - body: A value with a JSON object as its representation.
    ///   - encodings: Encodings of properties by their names; see ``FormEncoding``.
    public mutating func form(_ body: (some JSONCodable)?, encodings: [String: FormEncoding] = [:]) {
        guard let body else { return }
        var isExact = true
        var writer = QueryWriter()
        FormBody.write(body, encodings: encodings, isExact: &isExact, to: &writer)
        check(isExact, "The body")
        problem = problem ?? writer.problem
        set(.bytes(Array(writer.text.utf8)), contentType: "application/x-www-form-urlencoded")
    }

    /// Sets a multipart body; `nil` sends no body.
    ///
    /// - Parameters:
    ///   - body: The value that becomes the parts.
    ///   - types: Media types of parts by their names, if they differ from the default. A list with commas, or a range,
    ///     contains those that a file may have.
    ///   - encodings: Encodings of properties that are serialized in a style, by their names; see ``FormEncoding``.
    ///   - headers: Header fields of parts that are no files, by the names of the parts.
    ///   - contentType: The media type without its boundary, such as `multipart/related`.
    public mutating func multipart(
        _ body: (some MultipartConvertible)?,
        types: [String: String] = [:],
        encodings: [String: FormEncoding] = [:],
        headers: [String: [String: String]] = [:],
        contentType: String = MultipartBody.formType
    ) {
        guard let body else { return }
        var form = MultipartBody(encodings: encodings)
        body.append(to: &form)
        form.setContentTypes(types)
        form.setHeaders(headers)
        multipart(form, contentType: contentType)
    }

    /// Sets a complete multipart body; `nil` sends no body.
    public mutating func multipart(_ form: MultipartBody?, contentType: String = MultipartBody.formType) {
        guard var form else { return }
        problem = problem ?? form.problem
        form.mediaType = contentType
        set(form.body, contentType: form.contentType)
    }

    /// Sets a multipart body whose parts have no names (`prefixEncoding` and `itemEncoding` of OpenAPI 3.2); `nil` sends no
    /// body.
    ///
    /// The call fails if an element that may be absent is missing in front of another one, because the position of a part
    /// identifies it.
    ///
    /// - Parameters:
    ///   - body: A list or a tuple, each of whose elements is a part.
    ///   - first: The media types of the first parts.
    ///   - rest: The media type of all further parts.
    ///   - contentType: The media type of the body.
    public mutating func parts(
        _ body: (some JSONCodable)?,
        first: [String] = [],
        rest: String = "application/json",
        contentType: String
    ) {
        guard let body else { return }
        var form = MultipartBody()
        var isExact = true
        let parts = JSONValue(encoding: body, options: .request, isExact: &isExact).array ?? []
        check(isExact, "The body")
        if (body as? any TupleModel)?.hasGap == true {
            problem = problem ?? "A part of the body is missing in front of another one."
        }
        for (index, element) in parts.enumerated() {
            form.append(unnamed: element, contentType: index < first.count ? first[index] : rest)
        }
        multipart(form, contentType: contentType)
    }

    /// Sets a multipart body whose parts have no names and are sent one by one; `nil` sends no body.
    ///
    /// - Parameters:
    ///   - items: The parts.
    ///   - type: The media type of each part.
    ///   - contentType: The media type of the body.
    public mutating func parts<Item>(
        _ items: BodyItems<Item>?,
        type: String = "application/json",
        contentType: String
    ) {
        guard let items else { return }
        problem = problem ?? items.problem(ofPartsWith: type)
        var form = MultipartBody()
        form.mediaType = contentType
        let body = items.body(ofPartsWith: type, boundary: form.boundary)
        set(body, contentType: form.contentType(startingWith: type))
    }

    /// Sets a body of JSON values that are sent one by one, each on a line; `nil` sends no body.
    public mutating func lines<Item>(_ items: BodyItems<Item>?, contentType: String = "application/jsonl") {
        guard let items else { return }
        problem = problem ?? items.problem
        set(items.body(startingEachWith: nil), contentType: contentType)
    }

    /// Sets a body of JSON values that are sent one by one, each after a record separator (RFC 7464); `nil` sends no body.
    public mutating func textSequence<Item>(_ items: BodyItems<Item>?, contentType: String = "application/json-seq") {
        guard let items else { return }
        problem = problem ?? items.problem
        set(items.body(startingEachWith: 0x1E), contentType: contentType)
    }

    /// Checks that the caller's media type of the body is a documented one, or in a documented range.
    ///
    /// - Parameters:
    ///   - type: The caller's media type.
    ///   - documented: The documented media types and ranges.
    public mutating func check(_ type: BodyMediaType, in documented: [String]) {
        guard problem == nil, body != nil else { return }
        guard let own = MediaType(type.value), !own.essence.contains("*") else {
            return problem = "The media type of the body is not a complete media type."
        }
        guard !own.isIn(documented) else { return }
        problem = "The media type of the body is none of \(documented.joined(separator: ", "))."
    }

    /// Sets a binary body; `nil` sends no body.
    public mutating func binary(_ body: HTTPBody?, contentType: String) {
        guard let body else { return }
        set(body, contentType: contentType)
    }

    /// Sets a text body; `nil` sends no body.
    ///
    /// The text is written in the `charset` of its media type, and in UTF-8 without one. The call fails if that charset
    /// lacks one of its characters.
    public mutating func text(_ body: String?, contentType: String = "text/plain") {
        guard let body else { return }
        guard let charset = MediaType(contentType)?.parameters["charset"] else {
            return set(.bytes(Array(body.utf8)), contentType: "\(contentType); charset=utf-8")
        }
        guard let bytes = CharsetText.bytes(of: body, charset: charset) else {
            problem = problem ?? "The body cannot be written in the charset of its media type."
            return
        }
        set(.bytes(bytes), contentType: contentType)
    }

    private mutating func set(_ body: HTTPBody, contentType: String) {
        self.body = body
        setHeader("content-type", contentType)
    }
}

@_spi(Generated)
extension OperationCall {
    /// Sets a body that a codec of the client writes; `nil` sends none.
    ///
    /// - Parameters:
    ///   - body: A model.
    ///   - contentType: Its media type, such as `application/xml`.
    ///   - root: Name of the body's root element; `nil` uses the model's name.
    public mutating func coded<T: JSONCodable>(_ body: T?, contentType: String, root: String? = nil) {
        guard let body else { return }
        var isExact = true
        let value = JSONValue(encoding: body, options: .request, isExact: &isExact)
        check(isExact, "The body")
        codedBody = CodedBody(
            value: value,
            type: T.self,
            contentType: contentType,
            root: root
        )
        setHeader("content-type", contentType)
    }
}
