extension RawResponse {
    /// Decodes a list whose broken elements are skipped.
    ///
    /// - Throws: ``DecodingFailure`` when the body is no list, or no JSON at all.
    public func jsonSkippingInvalidElements<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        let list: InvalidElementList<T> = try json()
        return list.elements
    }
}

extension OperationSender {
    /// Sends a call whose response is a list, and skips its broken elements.
    ///
    /// - Returns: The elements that could be decoded.
    /// - Throws: The operation's error, for any failure.
    public func sendSkippingInvalidElements<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> [T] {
        let list: InvalidElementList<T> = try await send(call, options, failing: failing)
        return list.elements
    }
}

/// A list that leaves its broken elements out.
struct InvalidElementList<Element: JSONCodable>: JSONCodable {
    let elements: [Element]

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        elements = try reader.readSkippingInvalidElements()
    }

    func write(to writer: inout JSONWriter) {
        writer.write(elements)
    }
}

extension OperationCall {
    /// The JSON text of a value, for a parameter that travels as a document.
    public static func text(of value: some JSONCodable) -> String {
        String(decoding: JSONCoding.encode(value), as: UTF8.self)
    }
}
