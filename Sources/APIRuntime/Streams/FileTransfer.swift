internal import FileSupport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// A download that resumes after an interruption if the server supports it.
///
/// Resuming requires a strong `ETag` and an unencoded response. The rest is requested with `Range` and `If-Range`, so that
/// the server sends the whole document when it has changed.
struct FileTransfer {
    private let target: URL
    private let mayResume: Bool
    private let maximumBytes: Int
    private var file: PartialFile?
    /// The response that started the file.
    private var head: RawResponse?
    private var count = 0
    private var tag: String?
    /// The length of the whole document, once it is known.
    private var total: Int?
    /// The position in the document of the response's first byte: 0 for a response with the whole document.
    private let start = LockedState(0)

    /// Whether the last part was neither the end of the document nor long enough to be worth its request.
    private(set) var isPartShort = false

    /// The shortest part that is worth a request, in bytes.
    private static let worthwhileBytes = 64 << 10

    /// The failure of a transfer whose server sends the document in too many parts.
    static let shortPart = TransportError(.connection, "The server sends the response in parts that are too short.")

    /// Creates a transfer before the first response.
    init(to target: URL, _ call: OperationCall, _ options: CallOptions) {
        self.target = target
        // A range that the caller requests is not extended.
        mayResume = call.method == .get && call.headers[.range] == nil && options.headers[.range] == nil
        maximumBytes = options.stream?.maximumBytes ?? .max
    }

    /// Whether the next request asks for the rest of a file.
    var isResuming: Bool { tag != nil && count > 0 }

    /// Returns the call to send next.
    func next(_ call: OperationCall) -> OperationCall {
        guard isResuming, let tag else { return call }
        var next = call
        next.setHeader("range", "bytes=\(count)-")
        next.setHeader("if-range", tag)
        next.setHeader("accept-encoding", "identity")
        return next
    }

    /// Returns the options for the next call, whose progress includes the bytes of earlier responses.
    func next(_ options: CallOptions) -> CallOptions {
        guard isResuming, let report = options.progress else { return options }
        var next = options
        next.progress = { [start] step in
            guard step.direction == .download else { return report(step) }
            let start = start.withLock { $0 }
            let total = step.total.flatMap { length -> Int? in
                // The server may announce any length.
                let (total, isTooLarge) = length.addingReportingOverflow(start)
                return isTooLarge ? nil : total
            }
            report(TransferProgress(.download, bytes: step.bytes + start, total: total))
        }
        return next
    }

    /// Writes the body of a response, and moves the file to its final path after the last byte.
    ///
    /// - Returns: The file; `nil` if the response was a part that ends before the document.
    /// - Throws: The failure of the transfer or of the file system.
    mutating func take(_ opened: OpenedResponse) async throws(CallFailure) -> DownloadedFile? {
        let end = try begin(opened)
        let start = count
        self.start.withLock { $0 = start }
        guard let file, let head else { throw .transport(.file(FileFailure("open"))) }
        while let chunk = try await opened.body.next() {
            guard chunk.count <= maximumBytes - count else { throw .transport(.tooLarge(maximumBytes)) }
            do { try file.write(chunk) } catch { throw .transport(.file(error)) }
            count += chunk.count
            if let end, count > end { throw .transport(mismatch("The server sent more bytes than it announced.")) }
        }
        if let end, count < end { throw .transport(TransportError(.connection, "The response ended early.")) }
        if let total, end != nil, count < total {
            isPartShort = count - start < Self.worthwhileBytes
            return nil
        }
        do { try file.finish() } catch { throw .transport(.file(error)) }
        return DownloadedFile(url: target, bytes: count, status: head.status, headers: head.headers)
    }

    /// Prepares the file for the body of a response.
    ///
    /// - Returns: The length of the file after the body of a part; `nil` for a whole document.
    /// - Throws: The failure of a response that does not continue the file.
    private mutating func begin(_ opened: OpenedResponse) throws(CallFailure) -> Int? {
        let response = opened.head
        // The server counts its own bytes: behind a middleware that changes them, no rest of the file can be requested.
        let isUntouched = opened.body.chunks.isUntouched
        if isResuming, response.status == 206 {
            guard isUntouched, let part = response.headers[.contentRange].flatMap(ContentRange.init),
                part.first == count, part.total == nil || total == nil || part.total == total
            else {
                throw .transport(mismatch("The server sent another part of the response than the requested one."))
            }
            // Some servers ignore If-Range.
            guard isSameVersion(response) else {
                throw .transport(mismatch("The server sent a part of another version of the document."))
            }
            guard let whole = part.total ?? total else {
                throw .transport(mismatch("The server sent a part of a document without the document's length."))
            }
            total = whole
            return part.end
        }
        forget()
        do { file = try PartialFile(target.path) } catch { throw .transport(.file(error)) }
        head = response
        guard mayResume, isUntouched, response.status == 200, response.headers[.contentEncoding] == nil,
            response.headers[.acceptRanges]?.lowercased() != "none",
            let found = response.headers[.eTag], found.hasPrefix("\""), found.count > 2
        else { return nil }
        tag = found
        total = response.headers[.contentLength].flatMap { Int($0) }
        return nil
    }

    /// Whether a part names the version of the document that the file begins with.
    ///
    /// A part without `ETag` violates HTTP (RFC 9110, section 15.3.7), but is accepted unless its date shows another version.
    private func isSameVersion(_ part: RawResponse) -> Bool {
        if let found = part.headers[.eTag] { return found == tag }
        guard let date = part.headers[.lastModified], let known = head?.headers[.lastModified] else { return true }
        return date == known
    }

    /// Discards a file that the response does not continue.
    private mutating func mismatch(_ message: String) -> TransportError {
        forget()
        return TransportError(.connection, message)
    }

    /// Discards the received bytes; the next request asks for the whole file.
    mutating func forget() {
        file?.discard()
        file = nil
        head = nil
        count = 0
        tag = nil
        total = nil
    }
}

extension TransportError {
    fileprivate static func file(_ error: any Error) -> TransportError {
        let cause = (error as? FileFailure).map { "errno \($0.code)" } ?? "\(type(of: error))"
        return TransportError(.file, "The response's file could not be written.", underlying: cause)
    }
}
