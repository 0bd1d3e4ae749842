import APIRuntime
import NIOHTTP1

extension ContentDecoder.Coding {
    /// The names of codings that make a body unreadable for a client that does not know them.
    private static let compressions: Set<String> = [
        "br", "compress", "dcb", "dcz", "deflate", "gzip", "x-compress", "x-gzip", "zstd",
    ]

    /// Creates the coding of a response; `nil` when its body is not decoded.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the response.
    ///   - accepted: The codings that the caller asked for; `nil` when the transport did.
    /// - Throws: ``TransportError/Code/malformedResponse`` for a compression that nobody asked for.
    init?(_ headers: HTTPHeaders, accepted: String?) throws(TransportError) {
        let codings = headers[canonicalForm: "content-encoding"].map { $0.lowercased() }.filter { $0 != "identity" }
        switch codings {
        case ["gzip"], ["x-gzip"]: self = .gzip
        case ["deflate"]: self = .deflate
        default:
            let unread = codings.filter { Self.compressions.contains($0) }
            guard unread.isEmpty || unread.allSatisfy({ accepted?.lowercased().contains($0) ?? false }) else {
                throw .malformedResponse("The response is compressed in a way that the client did not ask for.")
            }
            return nil
        }
    }
}
