import HTTPTypes

@_spi(Generated)
extension OperationCall {
    /// Adds a query parameter, unless the value is `nil` or an empty array or object.
    ///
    /// - Parameters:
    ///   - name: Name in the spec, not encoded.
    ///   - value: The value.
    ///   - style: Serialization of an array or an object.
    ///   - explode: Whether each element becomes a separate parameter.
    ///   - allowReserved: Whether reserved characters, except `&`, `+`, `#`, `[` and `]`, and escapes such as `%20` are
    ///     unchanged.
    ///
    /// Sending a list fails if an element contains its separator, unless that is a comma, which is percent-encoded.
    public mutating func query<T: ParameterValue>(
        _ name: StaticString,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let name = name.description
        if style == .deepObject, let value = value as? any JSONCodable {
            // A list or an object inside the value has its own names.
            return queryWriter.add(deep: name, sorted(value, name), allowReserved: allowReserved)
        }
        let shape = value.parameterShape
        check(FiniteNumbers.hasOnly(value, shape), "The query parameter '\(name)'")
        queryWriter.add(name, shape, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Adds a query parameter with a JSON representation; with ``QueryStyle/deepObject`` to any depth.
    ///
    /// When an object is exploded, an array among its properties repeats its name.
    @_disfavoredOverload
    public mutating func query<T: JSONCodable>(
        _ name: StaticString,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let name = name.description
        var isExact = true
        let json = JSONValue(encoding: value, options: .request, isExact: &isExact)
        check(isExact, "The query parameter '\(name)'")
        queryWriter.add(name, json: json, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Returns the JSON of a value with the keys of dictionaries in order, so that equal values produce equal URLs.
    private mutating func sorted(_ value: some JSONCodable, _ name: String) -> JSONValue {
        var isExact = true
        let json = JSONValue(encoding: value, options: .sorted, isExact: &isExact)
        check(isExact, "The query parameter '\(name)'")
        return json
    }

    /// Sets the whole query to a string, percent-encoded, unless the value is `nil`.
    public mutating func queryString(_ text: String?) {
        guard let text else { return }
        queryWriter.add(whole: text)
    }

    /// Sets the whole query to JSON, percent-encoded, unless the value is `nil`.
    public mutating func queryString(_ json: ParameterShape.JSONText?) {
        guard let json else { return }
        check(json.isExact, "The query")
        queryWriter.add(whole: json.text)
    }

    /// Adds the properties of an object to the query, as in a form, unless the value is `nil`.
    ///
    /// - Parameters:
    ///   - form: The object.
    ///   - encodings: The encodings of single properties, by name.
    public mutating func queryForm(_ form: (some JSONCodable)?, encodings: [String: FormEncoding] = [:]) {
        guard let form else { return }
        var isExact = true
        FormBody.write(form, encodings: encodings, options: .sorted, isExact: &isExact, to: &queryWriter)
        check(isExact, "The query")
    }

    /// Adds a query parameter whose value is a form, unless the value is `nil`.
    ///
    /// - Parameters:
    ///   - name: Name in the spec, not encoded.
    ///   - form: The object with the properties of the form.
    ///   - encodings: The encodings of single properties, by name.
    public mutating func query(
        _ name: StaticString,
        form: (some JSONCodable)?,
        encodings: [String: FormEncoding] = [:]
    ) {
        guard let form else { return }
        let name = name.description
        var isExact = true
        var writer = QueryWriter()
        FormBody.write(form, encodings: encodings, options: .sorted, isExact: &isExact, to: &writer)
        check(isExact, "The query parameter '\(name)'")
        problem = problem ?? writer.problem
        queryWriter.add(name, .primitive(writer.text))
    }

    /// Adds a header parameter, unless the value is `nil`.
    ///
    /// The value is not encoded. Sending a value with a line break, NUL or another control character fails, and so does
    /// an element of a list that contains its separator; only a quoted string may contain a comma.
    public mutating func header<T: ParameterValue>(
        _ name: StaticString,
        _ value: T?,
        explode: Bool = false,
        separator: ParameterShape.Separator = .comma
    ) {
        guard let value else { return }
        let name = name.description
        let shape = value.parameterShape
        check(FiniteNumbers.hasOnly(value, shape), "The header '\(name)'")
        setHeader(name, shape, explode: explode, separator)
    }

    /// Adds a header parameter with a JSON representation, unless the value is `nil`.
    @_disfavoredOverload
    public mutating func header<T: JSONCodable>(
        _ name: StaticString,
        _ value: T?,
        explode: Bool = false,
        separator: ParameterShape.Separator = .comma
    ) {
        guard let value else { return }
        let name = name.description
        var isExact = true
        let shape = ParameterShape(json: value, isExact: &isExact)
        check(isExact, "The header '\(name)'")
        setHeader(name, shape, explode: explode, separator)
    }

    /// Adds a cookie, unless the value is `nil`.
    ///
    /// Characters that a cookie cannot contain are percent-encoded. With `allowReserved`, escapes such as `%20` are
    /// unchanged.
    public mutating func cookie<T: ParameterValue>(
        _ name: StaticString,
        _ value: T?,
        explode: Bool = true,
        encoded: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let name = name.description
        let shape = value.parameterShape
        check(FiniteNumbers.hasOnly(value, shape), "The cookie '\(name)'")
        addCookie(name, shape, explode: explode, encoded: encoded, allowReserved: allowReserved)
    }

    /// Adds a cookie with a JSON representation, unless the value is `nil`.
    @_disfavoredOverload
    public mutating func cookie<T: JSONCodable>(
        _ name: StaticString,
        _ value: T?,
        explode: Bool = true,
        encoded: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let name = name.description
        var isExact = true
        let shape = ParameterShape(json: value, isExact: &isExact)
        check(isExact, "The cookie '\(name)'")
        addCookie(name, shape, explode: explode, encoded: encoded, allowReserved: allowReserved)
    }

    /// Sets the problem that keeps the call from being sent if a location has a number that is not finite.
    mutating func check(_ isExact: Bool, _ location: @autoclosure () -> String) {
        if !isExact { problem = problem ?? "\(location()) \(FiniteNumbers.problem)" }
    }

    /// Adds a cookie, or sets the problem that keeps the call from being sent.
    private mutating func addCookie(
        _ name: String,
        _ shape: ParameterShape,
        explode: Bool,
        encoded: Bool,
        allowReserved: Bool
    ) {
        let isAmbiguous = ParameterShape.Separator.comma.isAmbiguous(in: shape, escapesComma: encoded)
        if !explode, isAmbiguous {
            problem = problem ?? "An element of the cookie '\(name)' contains the separator of the list."
        }
        let pairs = HeaderValue.cookies(
            name,
            shape,
            explode: explode,
            encoded: encoded,
            allowReserved: allowReserved
        )
        guard pairs.allSatisfy({ !$0.contains(";") && HeaderValue.isValid($0) }) else {
            problem = problem ?? "The value of a cookie has a semicolon or a control character."
            return
        }
        cookies += pairs
    }

    private mutating func setHeader(
        _ name: String,
        _ shape: ParameterShape,
        explode: Bool,
        _ separator: ParameterShape.Separator
    ) {
        let value = shape.joined(by: String(separator.character), explode: explode)
        // A comma cannot be escaped in a header field, but may be in a quoted string.
        let isReadable = separator != .comma || Self.separates(shape, in: value, explode: explode)
        if explode, case .object(let members) = shape, members.contains(where: { $0.0.utf8.contains(0x3D) }) {
            problem = problem ?? "The name of a property in the header '\(name)' contains an equals sign."
        }
        if separator.isAmbiguous(in: shape) || !isReadable {
            problem = problem ?? "An element of the header '\(name)' contains the separator of the list."
        }
        // Empty elements of a list have no meaning in a header field, nor have spaces around an element.
        if case .list(let items) = shape, items.contains(where: { $0.isEmpty || $0.trimmingSpaces() != $0 }) {
            problem = problem ?? "An element of the header '\(name)' is empty, or begins or ends with a space."
        }
        setHeader(name, value)
    }

    /// Returns whether a receiver reads the elements of a shape from a header field; a comma in an element separates it,
    /// unless it is in a quoted string.
    private static func separates(_ shape: ParameterShape, in value: String, explode: Bool) -> Bool {
        let elements: [String] =
            switch shape {
            case .primitive: []
            case .list(let items): items
            case .object(let members): members.flatMap { explode ? ["\($0.0)=\($0.1)"] : [$0.0, $0.1] }
            }
        return elements.isEmpty || HeaderText(explode: explode).elements(of: value).map(String.init) == elements
    }

    /// Sets a header field, or the problem that keeps the call from being sent.
    mutating func setHeader(_ name: String, _ value: String) {
        guard let field = HTTPField.Name(name) else {
            problem = problem ?? "A header name contains a character that is not allowed."
            return
        }
        guard HeaderValue.isValid(value) else {
            problem = problem ?? "The value of the header \(field.canonicalName) holds a control character."
            return
        }
        headers[field] = value
    }
}

/// The common parameters, without default arguments: in a debug build, the caller executes each of those as a function.
@_spi(Generated)
extension OperationCall {
    /// Adds a query parameter of the style `form`, exploded, unless the value is `nil`.
    public mutating func query<T: ParameterValue>(_ name: StaticString, _ value: T?) {
        query(name, value, style: .form)
    }

    /// Adds a query parameter of the style `form`, unless the value is `nil`.
    public mutating func query<T: ParameterValue>(_ name: StaticString, _ value: T?, explode: Bool) {
        query(name, value, style: .form, explode: explode)
    }

    /// Adds a header parameter, unless the value is `nil`.
    public mutating func header<T: ParameterValue>(_ name: StaticString, _ value: T?) {
        header(name, value, explode: false)
    }
}

extension JSONWritingOptions {
    /// Those of a request, with the keys in order, so that equal values produce equal URLs.
    fileprivate static var sorted: JSONWritingOptions {
        var options = JSONWritingOptions.request
        options.sortedKeys = true
        return options
    }
}
