import HTTPTypes

extension OperationCall {
    /// Sets a JSON body; `nil` sends none.
    public mutating func json(_ body: (some JSONCodable)?, contentType: String = "application/json") {
        guard let body else { return }
        set(.bytes(JSONCoding.encode(body)), contentType: contentType)
    }

    /// Sets a JSON body that is null without a value.
    public mutating func json(orNull body: (some JSONCodable)?, contentType: String = "application/json") {
        set(.bytes(JSONCoding.encode(body)), contentType: contentType)
    }

    /// Sets an `application/x-www-form-urlencoded` body from an object's members; `nil` sends none.
    ///
    /// - Parameters:
    ///   - body: A value that is written as a JSON object.
    ///   - encodings: How single properties are written, by name; see ``FormEncoding``.
    public mutating func form(_ body: (some JSONCodable)?, encodings: [String: FormEncoding] = [:]) {
        guard let body else { return }
        let text = FormBody.text(body, encodings: encodings)
        set(.bytes(Array(text.utf8)), contentType: "application/x-www-form-urlencoded")
    }

    /// Sets a `multipart/form-data` body; `nil` sends none.
    ///
    /// - Parameters:
    ///   - body: What the parts hold.
    ///   - types: Media types of parts by their names, where they are not the usual ones.
    ///   - encodings: How single members that are no files are written, by name, where it is in a style; see
    ///     ``FormEncoding``.
    public mutating func multipart(
        _ body: (some MultipartConvertible)?,
        types: [String: String] = [:],
        encodings: [String: FormEncoding] = [:]
    ) {
        guard let body else { return }
        var form = MultipartBody(encodings: encodings)
        body.append(to: &form)
        form.setContentTypes(types)
        multipart(form)
    }

    /// Sets a `multipart/form-data` body that is built already; `nil` sends none.
    public mutating func multipart(_ form: MultipartBody?) {
        guard let form else { return }
        set(form.body, contentType: form.contentType)
    }

    /// Sets a body of bytes; `nil` sends none.
    public mutating func binary(_ body: HTTPBody?, contentType: String) {
        guard let body else { return }
        set(body, contentType: contentType)
    }

    /// Sets a text body in UTF-8; `nil` sends none.
    public mutating func text(_ body: String?, contentType: String = "text/plain") {
        guard let body else { return }
        let type = contentType.contains("charset") ? contentType : "\(contentType); charset=utf-8"
        set(.bytes(Array(body.utf8)), contentType: type)
    }

    private mutating func set(_ body: HTTPBody, contentType: String) {
        self.body = body
        setHeader("content-type", contentType)
    }
}

extension OperationCall {
    /// Sets a body that a codec of the client writes; `nil` sends none.
    ///
    /// - Parameters:
    ///   - body: A model.
    ///   - contentType: Its media type, such as `application/xml`.
    ///   - root: Name of what holds the whole body; `nil` for the model's own.
    public mutating func coded<T: JSONCodable>(_ body: T?, contentType: String, root: String? = nil) {
        guard let body else { return }
        codedBody = CodedBody(value: JSONValue(encoding: body), type: T.self, contentType: contentType, root: root)
        setHeader("content-type", contentType)
    }
}
