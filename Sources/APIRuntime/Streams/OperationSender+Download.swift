public import Foundation
public import HTTPTypes

/// A file that a response was written to.
public struct DownloadedFile: Sendable {
    /// The file.
    public let url: URL

    /// Its length in bytes.
    public let bytes: Int

    /// Status code from 200 to 299.
    public let status: Int

    /// Header fields as received.
    public let headers: HTTPFields
}

extension OperationSender {
    /// Sends a call and writes its response's body to a file, without holding it in memory.
    ///
    /// The file appears, or replaces another one, in one step when the last byte is on the disk; until then, and after a
    /// failure, whatever was there stays as it was. A transfer that breaks off goes on as the retry policy allows: from
    /// where it was, when the server gave a strong `ETag` and sends the rest of the same document, from the start
    /// otherwise. The file can be read by its owner only.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: What the caller wants otherwise; ``CallOptions/progress`` hears of the bytes.
    ///   - file: A file URL; its folder is made when it is missing.
    ///   - failing: The operation's error type.
    /// - Returns: The file.
    /// - Throws: The operation's error, for any failure; ``TransportError/Code/file`` when the file cannot be written.
    public func sendFile<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        to file: URL,
        failing: E.Type
    ) async throws(E) -> DownloadedFile {
        var transfer = FileTransfer(to: file, call, options)
        defer { transfer.forget() }
        var attempt = 1
        while true {
            let opened = try await next(of: &transfer, call, options, failing)
            do throws(TransportError) {
                return try await transfer.take(opened)
            } catch {
                let failure = CallFailure(error)
                guard let delay = core.delay(afterBreak: failure, attempt, call, options) else { throw E(failure) }
                do {
                    try await core.pause(delay)
                } catch {
                    throw E(error)
                }
                attempt += 1
            }
        }
    }

    /// The response with the rest of a file, or with the whole one where a server has no rest any more.
    private func next<E: OperationError>(
        of transfer: inout FileTransfer,
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type
    ) async throws(E) -> OpenedResponse {
        do {
            return try await open(transfer.next(call), transfer.next(options), failing)
        } catch {
            guard error.status == 416, transfer.isResuming else { throw error }
            transfer.forget()
            return try await open(call, options, failing)
        }
    }
}
