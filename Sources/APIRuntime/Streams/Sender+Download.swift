public import Foundation
public import HTTPTypes

/// A file that an answer was written to.
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

extension Sender {
    /// Sends a call and writes its answer's body to a file, without holding it in memory.
    ///
    /// The file appears, or replaces another one, in one step when the last byte is on the disk; until then, and after a
    /// failure, whatever was there stays as it was. A transfer that breaks off starts again as the retry policy allows.
    /// The file can be read by its owner only.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: What the caller wants otherwise; ``CallOptions/progress`` hears of the bytes.
    ///   - file: A file URL; its folder is made when it is missing.
    ///   - failing: The operation's error type.
    /// - Returns: The file.
    /// - Throws: The operation's error, for any failure; ``TransportError/Code/file`` when the file cannot be written.
    public func sendFile<E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        to file: URL,
        failing: E.Type
    ) async throws(E) -> DownloadedFile {
        var attempt = 1
        while true {
            let opened = try await open(call, options, E.self)
            do throws(TransportError) {
                return try await Self.write(opened, to: file)
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

    private static func write(_ opened: OpenedAnswer, to url: URL) async throws(TransportError) -> DownloadedFile {
        let file: PartialFile
        do {
            file = try PartialFile(url.path)
        } catch {
            throw .file(error)
        }
        defer { file.discard() }
        var count = 0
        while let chunk = try await opened.body.next() {
            do { try file.write(chunk) } catch { throw .file(error) }
            count += chunk.count
        }
        do { try file.finish() } catch { throw .file(error) }
        let head = opened.head
        return DownloadedFile(url: url, bytes: count, status: head.status, headers: head.headers)
    }
}

extension TransportError {
    fileprivate static func file(_ error: any Error) -> TransportError {
        let cause = (error as? FileFailure).map { "errno \($0.code)" } ?? "\(type(of: error))"
        return TransportError(.file, "The answer's file could not be written.", underlying: cause)
    }
}
