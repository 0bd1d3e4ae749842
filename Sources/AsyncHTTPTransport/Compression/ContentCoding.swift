import APIRuntime
import NIOHTTP1

extension ContentDecoder.Coding {
    /// Creates the coding of a response; `nil` when its body is not decoded.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the response.
    ///   - accepted: The codings that the caller asked for; `nil` when the transport did.
    /// - Throws: ``TransportError/Code/malformedResponse`` for a coding that nobody asked for, known or not: its bytes are
    ///   not those of the media type (RFC 9110, section 8.4).
    init?(_ headers: HTTPHeaders, accepted: String?) throws(TransportError) {
        let codings = headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        switch codings {
        case ["gzip"], ["x-gzip"]: self = .gzip
        case ["deflate"]: self = .deflate
        default:
            guard codings.allSatisfy({ accepted?.lowercased().contains($0) ?? false }) else {
                throw .malformedResponse("The response is encoded in a way that the client did not ask for.")
            }
            return nil
        }
    }
}
