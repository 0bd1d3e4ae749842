extension ReceivedAnswer {
    /// Decodes a list whose broken elements are skipped.
    ///
    /// - Throws: ``DecodingFailure`` when the body is no list, or no JSON at all.
    public func lossyJSON<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        let list: LossyList<T> = try json()
        return list.elements
    }
}

extension Sender {
    /// Sends a call whose answer is a list, and skips its broken elements.
    ///
    /// - Returns: The elements that could be decoded.
    /// - Throws: The operation's error, for any failure.
    public func sendLossy<T: JSONCodable, E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> [T] {
        let list: LossyList<T> = try await send(call, options, failing: failing)
        return list.elements
    }
}

/// A list that leaves its broken elements out.
struct LossyList<Element: JSONCodable>: JSONCodable {
    let elements: [Element]

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        elements = try reader.readLossy()
    }

    func write(to writer: inout JSONWriter) {
        writer.write(elements)
    }
}

extension Call {
    /// The JSON text of a value, for a parameter that travels as a document.
    public static func text(of value: some JSONCodable) -> String {
        String(decoding: JSON.encode(value), as: UTF8.self)
    }
}
