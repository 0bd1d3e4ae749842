#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads and writes JSON documents.
public enum JSONCoding {

    /// Reads a value from a document.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - bytes: The document: exactly one value in UTF-8 without a byte order mark, optionally surrounded by white
    ///     space.
    ///   - options: The reading options and limits.
    /// - Returns: The value.
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    public static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        options: JSONReadingOptions = JSONReadingOptions()
    ) throws(DecodingFailure) -> T {
        var report = DecodingReport()
        return try decode(type, from: bytes, options: options, report: &report)
    }

    /// Reads a value from a document, and reports omitted elements.
    ///
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    package static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8],
        options: JSONReadingOptions = JSONReadingOptions(),
        report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        try bytes.withUnsafeBytes { buffer in
            result { () throws(DecodingFailure) in try decode(type, from: buffer, options: options, report: &report) }
        }.get()
    }

    /// Reads a value from a document.
    ///
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    public static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from data: Data,
        options: JSONReadingOptions = JSONReadingOptions()
    ) throws(DecodingFailure) -> T {
        var report = DecodingReport()
        return try decode(type, from: data, options: options, report: &report)
    }

    /// Reads a value from a document, and reports omitted elements.
    ///
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    package static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from data: Data,
        options: JSONReadingOptions = JSONReadingOptions(),
        report: inout DecodingReport
    ) throws(DecodingFailure) -> T {
        try data.withUnsafeBytes { buffer in
            result { () throws(DecodingFailure) in try decode(type, from: buffer, options: options, report: &report) }
        }.get()
    }

    /// Reads a value from a document in memory that is not modified during the call.
    ///
    /// - Throws: ``DecodingFailure`` with path and offset of the first problem.
    package static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from buffer: UnsafeRawBufferPointer,
        options: JSONReadingOptions = JSONReadingOptions()
    ) throws(DecodingFailure) -> T {
        var report = DecodingReport()
        return try decode(type, from: buffer, options: options, report: &report)
    }

    /// Writes a value as a document.
    ///
    /// - Returns: UTF-8 without white space, unless the options specify it.
    public static func encode<T: JSONCodable>(
        _ value: T,
        options: JSONWritingOptions = JSONWritingOptions()
    ) -> [UInt8] {
        var isExact = true
        return encode(value, options: options, isExact: &isExact)
    }

    /// Writes a value as a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - options: The options of the document.
    ///   - isExact: Becomes `false` if null is written for a number that JSON does not have.
    /// - Returns: The document.
    package static func encode<T: JSONCodable>(_ value: T, options: JSONWritingOptions, isExact: inout Bool) -> [UInt8]
    {
        var writer = JSONWriter(capacity: 1024)
        writer.fractionDigits = options.fractionDigits
        writer.omitted = options.omitted
        value.write(to: &writer)
        isExact = writer.isExact
        let bytes = writer.buffer.bytes()
        guard !options.isPlain else { return bytes }
        return JSONFormatter(options: options).format(bytes)
    }

    /// Converts a typed throw into a result, to pass it through closures that only support `any Error`.
    private static func result<T>(_ body: () throws(DecodingFailure) -> T) -> Result<T, DecodingFailure> {
        do { return .success(try body()) } catch { return .failure(error) }
    }

    /// Returns a string as JSON.
    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter(capacity: text.utf8.count + 2)
        writer.write(string: text)
        return writer.buffer.bytes()
    }
}
