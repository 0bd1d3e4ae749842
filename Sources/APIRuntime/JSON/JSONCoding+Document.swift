extension JSONCoding {

    /// Reads a value from a document in memory that is not modified during the call, and reports omitted elements.
    ///
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    package static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from buffer: UnsafeRawBufferPointer,
        options: JSONReadingOptions = JSONReadingOptions(),
        report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        guard let bytes = JSONBytes(buffer) else {
            throw DecodingFailure(.syntax, "the document is empty", offset: 0)
        }
        guard bytes.count <= min(options.maximumBytes ?? Int(UInt32.max), Int(UInt32.max)) else {
            throw DecodingFailure(.tooLarge, "the document is longer than allowed")
        }
        do throws(DecodingFailure) {
            return try readDocument(type, bytes, options, isIndexed: false, &report)
        } catch  where error.reason == .reorder {
            return try readDocument(type, bytes, options, isIndexed: true, &report)
        }
    }

    private static func readDocument<T: JSONCodable>(
        _ type: T.Type,
        _ bytes: JSONBytes,
        _ options: JSONReadingOptions,
        isIndexed: Bool,
        _ report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        var reader = JSONReader(bytes, options: options, isIndexed: isIndexed)
        let value: T
        do throws(DecodingFailure) {
            value = try T(json: &reader)
            // A failure that ends all reading may have been caught by a caller.
            if let stop = reader.stop { throw stop }
            try reader.finishDocument()
        } catch {
            let failure = reader.stop ?? error
            throw failure.reason == .reorder ? failure : failure.located(in: bytes)
        }
        report.count += reader.omitted
        report.outermost += reader.outermost.omitted
        if !reader.skipped.isEmpty { report.skipped += DecodingFailure.located(reader.skipped, in: bytes) }
        return value
    }
}

extension JSONReader {

    /// Checks that only white space remains.
    mutating func finishDocument() throws(DecodingFailure) {
        _ = nextByte()
        guard position == bytes.count else {
            throw failure(.trailing, "something follows the document's value")
        }
    }
}
