#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// A file that contains the body of a response.
public struct DownloadedFile: Sendable {
    /// The file.
    public let url: URL

    /// Length of the file in bytes.
    public let bytes: Int

    /// Status code from 200 to 299.
    public let status: Int

    /// Header fields as received.
    public let headers: HTTPFields

    /// Creates a description of a file, for doubles of clients.
    public init(url: URL, bytes: Int, status: Int = 200, headers: HTTPFields = [:]) {
        self.url = url
        self.bytes = bytes
        self.status = status
        self.headers = headers
    }
}

extension DownloadedFile: CustomStringConvertible, PartlyReflectable {
    /// The status and the number of bytes; the header fields may be private.
    public var description: String { "status \(status), \(bytes) bytes" }

    /// A mirror of file, size and status, so that `dump` and failed tests print no header fields.
    var shownProperties: KeyValuePairs<String, Any> { ["url": url, "bytes": bytes, "status": status] }
}

extension OperationSender {
    /// Sends a call and writes the body of its response to a file, without holding it in memory.
    ///
    /// The file is created, or replaced, in one step after the last byte was written to the disk. Before that, and after a
    /// failure, an existing file is unchanged. An interrupted transfer resumes as the retry policy allows: at its last byte
    /// if the server sent a strong `ETag` and sends the rest of the same document, from the start if not. A rest that
    /// arrives in parts of less than 64 KiB counts like an interruption for each of them. Only the owner can read the
    /// file. A transfer without a byte for 60 seconds is interrupted; ``CallOptions/stream`` replaces that limit.
    ///
    /// A download belongs to the session in which it started, and ends with it.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: The caller's settings; ``CallOptions/progress`` receives the progress of the transfer.
    ///   - file: A file URL; its folder is created if necessary.
    ///   - failing: The operation's error type.
    /// - Returns: The file.
    /// - Throws: The operation's error, for any failure; ``TransportError/Code/file`` when the file cannot be written.
    @_spi(Generated)
    public func sendFile<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        to file: URL,
        failing: E.Type
    ) async throws(E) -> DownloadedFile {
        var options = options
        options.stream = options.stream ?? StreamOptions(idleTimeout: Self.downloadIdleTimeout)
        options.fixIdempotencyKey(of: call)
        let configuration = pipeline.configuration
        let total = options.deadline ?? configuration.deadline
        let deadline = CallDeadline(after: total, clock: configuration.clock)
        let scope = OwnerScope(within: self.scope ?? OwnerScope.current, deadline: deadline)
        var transfer = FileTransfer(to: file, call, options)
        defer { transfer.forget() }
        let sender = bound(to: scope)
        var (attempt, shortParts) = (1, 0)
        while true {
            let opened = try taken(await sender.next(of: &transfer, call, options, failing), call, options, failing)
            let (failure, number): (CallFailure, Int)
            do throws(CallFailure) {
                // A server may send less than the requested rest, whose rest is requested next.
                if let file = try await transfer.take(opened) { return file }
                guard transfer.isPartShort else { continue }
                shortParts += 1
                (failure, number) = (.transport(FileTransfer.shortPart), shortParts)
            } catch {
                (failure, number) = (error, attempt)
                attempt += 1
            }
            guard let delay = delay(after: failure, number, call, options), scope.deadline?.allows(delay) ?? true else {
                throw E(failure)
            }
            do {
                try await pipeline.pause(delay, in: scope)
            } catch {
                throw E(error)
            }
        }
    }

    /// The longest time without a byte of a file, unless the caller sets another one.
    private static var downloadIdleTimeout: Duration { .seconds(60) }

    /// Returns the wait before a download that broke off starts again; `nil` when it must not.
    private func delay(
        after failure: CallFailure,
        _ attempt: Int,
        _ call: OperationCall,
        _ options: CallOptions
    ) -> Duration? {
        guard var outcome = AttemptOutcome(failure), let (request, context) = try? pipeline.prepare(call, options)
        else { return nil }
        // A middleware can fail like a connection that was never made, but the response proves that the request arrived.
        if case .notSent = outcome { outcome = .connectionLost }
        let configuration = pipeline.configuration
        let plan = context.plan
        guard let delay = plan.retryDelay(after: outcome, attempt: attempt, request: request, [:], configuration),
            plan.retry.budget?.take(for: request.head.authority ?? "") ?? true
        else { return nil }
        return delay
    }

    /// Opens the response with the rest of a file, or with the whole file if the server can no longer send the rest.
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
