extension ServerSentEvent<[UInt8]> {
    /// Decodes the data, which is JSON, or the text of a value such as a date or an enumeration.
    func decodedData<T: JSONCodable>(_ reading: JSONReadingOptions) throws(DecodingFailure) -> T {
        do throws(DecodingFailure) {
            return try JSONCoding.decode(T.self, from: data, options: reading)
        } catch {
            guard let decoded = try? JSONCoding.decode(T.self, from: JSONCoding.encode(text), options: reading) else {
                throw error
            }
            return decoded
        }
    }

    /// Decodes an object with the name, identifier and data of the event.
    ///
    /// The type of the data decides whether it is JSON or text. Data of any type is JSON, if it is valid, and a string
    /// keeps its quotation marks.
    ///
    /// - Parameters:
    ///   - reading: The reading options.
    ///   - isJSON: Whether the data is JSON even if the type accepts it as text: a string has no quotation marks.
    /// - Returns: The value.
    /// - Throws: ``DecodingFailure`` if the type accepts the data in neither form.
    func decoded<T: JSONCodable>(
        _ reading: JSONReadingOptions,
        isJSON: Bool = false
    ) throws(DecodingFailure) -> T {
        var reading = reading
        reading.isEvent = true
        let forms = forms(for: T.self, reading, isJSON: isJSON)
        var first: DecodingFailure?
        for form in forms {
            if let decoded: T = exactlyNumbered(form.data, reading) { return decoded }
            do throws(DecodingFailure) {
                let options = form.isExact ? reading.exact : reading
                return try JSONCoding.decode(T.self, from: object(form.data), options: options)
            } catch {
                if !form.isExact { first = first ?? error }
            }
        }
        for form in forms where !form.isExact {
            if let decoded: T = numbered(form.data, reading) { return decoded }
        }
        throw first ?? DecodingFailure(.mismatch, "the event has no data")
    }

    /// One reading of the data.
    private struct Form {
        let data: JSONValue
        /// Whether the type must accept it with known values only.
        var isExact = false
    }

    /// Returns the forms of the data in the order in which they are tried.
    ///
    /// An object or array is JSON if the type accepts it at all. Other JSON may also be text, such as the number 5 or a
    /// string in quotation marks, so that a form with known values is preferred.
    private func forms<T: JSONCodable>(for type: T.Type, _ reading: JSONReadingOptions, isJSON: Bool) -> [Form] {
        guard let json = try? JSONCoding.decode(JSONValue.self, from: data, options: reading) else {
            return [Form(data: text)]
        }
        if isJSON { return [Form(data: json), Form(data: text)] }
        let exactJSON = Form(data: json, isExact: true)
        switch json {
        case .object, .array:
            return [Form(data: json), Form(data: text)]
        case .number, .bool:
            return [exactJSON, Form(data: text), Form(data: json)]
        case .string, .null:
            let isText = !acceptsAnyData(type, reading)
            return (isText ? [Form(data: text, isExact: true)] : []) + [exactJSON, Form(data: text), Form(data: json)]
        }
    }

    /// Returns whether the type accepts data of any kind with the name and identifier of this event.
    private func acceptsAnyData<T: JSONCodable>(_ type: T.Type, _ reading: JSONReadingOptions) -> Bool {
        let sample = JSONValue.array([.bool(true)])
        if (try? JSONCoding.decode(type, from: object(sample), options: reading.exact)) != nil { return true }
        let value: T? = numbered(sample, reading.exact)
        return value != nil
    }

    private var text: JSONValue { .string(String(decoding: data, as: UTF8.self)) }

    /// Decodes the event with its identifier as a number, as some documents declare it.
    ///
    /// - Returns: The value; `nil` if the identifier is not a number, or the type does not accept it.
    private func numbered<T: JSONCodable>(_ data: JSONValue, _ reading: JSONReadingOptions) -> T? {
        guard let id, let number = try? JSONCoding.decode(JSONValue.self, from: Array(id.utf8)), number.number != nil
        else { return nil }
        return try? JSONCoding.decode(T.self, from: object(data, id: number), options: reading)
    }

    /// Decodes the event with its identifier as a number if only that is a known value.
    ///
    /// A union otherwise preserves an identifier as text among its unknown values.
    private func exactlyNumbered<T: JSONCodable>(_ data: JSONValue, _ reading: JSONReadingOptions) -> T? {
        guard let value: T = numbered(data, reading.exact),
            (try? JSONCoding.decode(T.self, from: object(data), options: reading.exact)) == nil
        else { return nil }
        return value
    }

    private func object(_ data: JSONValue) -> [UInt8] { object(data, id: id.map(JSONValue.string)) }

    private func object(_ data: JSONValue, id: JSONValue?) -> [UInt8] {
        var object = JSONObject([.init(name: "event", value: .string(name)), .init(name: "data", value: data)])
        if let id { object["id"] = id }
        if let retryMilliseconds { object["retry"] = .number(JSONNumber(retryMilliseconds)) }
        return JSONCoding.encode(JSONValue.object(object))
    }
}

extension JSONReadingOptions {
    /// The same options for known values only.
    fileprivate var exact: JSONReadingOptions {
        var options = self
        options.rejectsUnknownValues = true
        return options
    }
}
