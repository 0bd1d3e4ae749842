import HTTPTypes

extension OperationCall {
    /// Adds a query parameter; `nil`, and an empty list or object, adds nothing.
    ///
    /// - Parameters:
    ///   - name: Name as the spec has it, not encoded.
    ///   - value: The value.
    ///   - style: How a list or an object is written.
    ///   - explode: Whether each element has a name of its own.
    ///   - allowReserved: Whether reserved characters stay as they are, except `&`, `+`, `#`, `[` and `]`.
    public mutating func query<T: ParameterValue>(
        _ name: String,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let shape = value.parameterShape
        queryWriter.add(name, shape, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Adds a query parameter that has JSON; with ``QueryStyle/deepObject`` to any depth.
    ///
    /// Where the members of an object stand by themselves, a list among them repeats its name; see
    /// ``query(_:_:style:explode:allowReserved:)``.
    @_disfavoredOverload
    public mutating func query<T: JSONCodable>(
        _ name: String,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let json = JSONValue(encoding: value)
        queryWriter.add(name, json: json, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Adds a header parameter; `nil` adds nothing.
    ///
    /// The value is not encoded: one with a line break, NUL or another control character makes sending fail.
    public mutating func header<T: ParameterValue>(_ name: String, _ value: T?, explode: Bool = false) {
        guard let value else { return }
        setHeader(name, value.parameterShape.joined(by: ",", explode: explode))
    }

    /// Adds a header parameter that is written as JSON; `nil` adds nothing.
    @_disfavoredOverload
    public mutating func header<T: JSONCodable>(_ name: String, _ value: T?, explode: Bool = false) {
        guard let value else { return }
        setHeader(name, ParameterShape(json: value).joined(by: ",", explode: explode))
    }

    /// Adds a cookie; `nil` adds nothing.
    ///
    /// The value is percent-encoded where a cookie needs it.
    public mutating func cookie<T: ParameterValue>(_ name: String, _ value: T?, explode: Bool = true) {
        guard let value else { return }
        cookies += HeaderValue.cookies(name, value.parameterShape, explode: explode)
    }

    /// Adds a cookie whose value is written as JSON; `nil` adds nothing.
    @_disfavoredOverload
    public mutating func cookie<T: JSONCodable>(_ name: String, _ value: T?, explode: Bool = true) {
        guard let value else { return }
        cookies += HeaderValue.cookies(name, ParameterShape(json: value), explode: explode)
    }

    /// Sets a header field, or notes why the call must not be sent.
    mutating func setHeader(_ name: String, _ value: String) {
        guard let field = HTTPField.Name(name) else {
            problem = problem ?? "A header name holds a character that may not stand there."
            return
        }
        guard HeaderValue.isValid(value) else {
            problem = problem ?? "The value of the header \(field.canonicalName) holds a control character."
            return
        }
        headers[field] = value
    }
}
