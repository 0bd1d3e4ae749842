extension RawResponse {
    /// Decodes an array and skips its invalid elements.
    ///
    /// - Throws: ``DecodingFailure`` when the body is not a JSON array.
    @_spi(Generated)
    public func jsonSkippingInvalidElements<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        let list: InvalidElementList<T> = try json()
        return list.elements
    }

    /// Decodes an array or null, and skips invalid elements.
    ///
    /// - Throws: ``DecodingFailure`` when the body is neither a JSON array nor null.
    @_spi(Generated)
    public func optionalJSONSkippingInvalidElements<T: JSONCodable>() throws(DecodingFailure) -> [T]? {
        let list: InvalidElementList<T>? = try json()
        return list?.elements
    }
}

extension OperationSender {
    /// Sends a call whose response is an array, and skips its invalid elements.
    ///
    /// - Returns: The decoded elements.
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
    public func sendSkippingInvalidElements<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> [T] {
        let list: InvalidElementList<T> = try await send(call, options, failing: failing)
        return list.elements
    }

    /// Sends a call whose response is an array, null or empty, and skips invalid elements.
    ///
    /// - Returns: The decoded elements; `nil` for null and for an empty body.
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
    public func sendOptionalSkippingInvalidElements<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> [T]? {
        let list: InvalidElementList<T>? = try await sendOptional(call, options, failing: failing)
        return list?.elements
    }
}

/// An array without its invalid elements.
struct InvalidElementList<Element: JSONCodable>: JSONCodable {
    let elements: [Element]

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        elements = try reader.readSkippingInvalidElements()
    }

    func write(to writer: inout JSONWriter) {
        writer.write(elements)
    }
}

@_spi(Generated)
extension OperationCall {
    /// Returns the JSON of a value, for a parameter whose content is JSON.
    ///
    /// It has no read-only properties.
    public static func text(of value: some JSONCodable) -> ParameterShape.JSONText {
        ParameterShape.JSONText(value)
    }
}
