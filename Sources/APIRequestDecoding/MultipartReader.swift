package import APIRuntime

/// A reader that splits a multipart body in memory into its parts.
package struct MultipartReader: Sendable {
    private let parser: MultipartParser

    /// Creates a reader; `nil` if the content type is not multipart, or has no boundary of 1 to 70 characters.
    package init?(contentType: String) {
        guard let parser = MultipartParser(contentType: contentType) else { return nil }
        self.parser = parser
    }

    /// Returns the complete parts in order.
    ///
    /// - Throws: ``DecodingFailure`` if there are too many parts, if the header fields of a part are too long, or if the
    ///   body ends within a part.
    package func parts(of body: [UInt8], limits: FormLimits = FormLimits()) throws(DecodingFailure) -> [ReceivedPart] {
        var parser = parser
        var parts: [ReceivedPart] = []
        var open: (head: PartHead, bytes: [UInt8])?
        try parser.parse(body) { (event) throws(DecodingFailure) in
            switch event {
            case .begin(let head):
                try limits.check(fields: parts.count + 1)
                open = (head, [])
            case .content(let bytes): open?.bytes += bytes
            case .end:
                guard let part = open else { return }
                open = nil
                parts.append(ReceivedPart(part.head, bytes: part.bytes))
            }
        }
        guard parser.isFinished else { throw .unfinishedForm }
        return parts
    }
}
