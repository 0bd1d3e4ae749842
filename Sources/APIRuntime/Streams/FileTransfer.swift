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
        let start = count
        next.progress = { step in
            guard step.direction == .download else { return report(step) }
            report(TransferProgress(.download, bytes: step.bytes + start, total: step.total.map { $0 + start }))
        }
        return next
    }

    /// Writes the body of a response, and moves the file to its final path after the last byte.
    ///
    /// - Throws: The failure of the transfer or of the file system.
    mutating func take(_ opened: OpenedResponse) async throws(CallFailure) -> DownloadedFile {
        try begin(opened)
        guard let file, let head else { throw .transport(.file(FileFailure("open"))) }
        while let chunk = try await opened.body.next() {
            guard chunk.count <= maximumBytes - count else { throw .transport(.tooLarge(maximumBytes)) }
            do { try file.write(chunk) } catch { throw .transport(.file(error)) }
            count += chunk.count
        }
        do { try file.finish() } catch { throw .transport(.file(error)) }
        return DownloadedFile(url: target, bytes: count, status: head.status, headers: head.headers)
    }

    private mutating func begin(_ opened: OpenedResponse) throws(CallFailure) {
        let response = opened.head
        // The server counts its own bytes: behind a middleware that changes them, no rest of the file can be requested.
        let isUntouched = opened.body.chunks.isUntouched
        if isResuming, response.status == 206 {
            guard isUntouched, response.headers[.contentRange]?.hasPrefix("bytes \(count)-") == true else {
                forget()
                let message = "The server sent another part of the response than the requested one."
                throw .transport(TransportError(.connection, message))
            }
            return
        }
        forget()
        do { file = try PartialFile(target.path) } catch { throw .transport(.file(error)) }
        head = response
        guard mayResume, isUntouched, response.status == 200, response.headers[.contentEncoding] == nil,
            response.headers[.acceptRanges]?.lowercased() != "none",
            let found = response.headers[.eTag], found.hasPrefix("\""), found.count > 2
        else { return }
        tag = found
    }

    /// Discards the received bytes; the next request asks for the whole file.
    mutating func forget() {
        file?.discard()
        file = nil
        head = nil
        count = 0
        tag = nil
    }
}

extension TransportError {
    fileprivate static func file(_ error: any Error) -> TransportError {
        let cause = (error as? FileFailure).map { "errno \($0.code)" } ?? "\(type(of: error))"
        return TransportError(.file, "The response's file could not be written.", underlying: cause)
    }
}
