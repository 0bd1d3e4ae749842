import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SensibillAPI

/// A model of the service's documents, behind a transport.
///
/// Unlike the sandbox, it stores a document again that it receives twice.
final class ModelDocumentService: Sendable {
    /// A fault of one request.
    enum Fault: Sendable {
        case lostRequest, lostResponse, unavailable, tooManyRequests
    }

    struct State: Sendable {
        /// The ids of the stored documents, by foreign id.
        var documents: [String: [String]] = [:]
        /// The only accepted token.
        var token = "t0"
        /// Called for each request.
        var fault: (@Sendable () -> Fault?)?
    }

    let state = LockedState(State())

    /// A transport to the service.
    var transport: ScriptedTransport {
        ScriptedTransport { [self] request throws(TransportError) in try respond(to: request) }
    }

    private func respond(to request: RecordedRequest) throws(TransportError) -> ScriptedResponse {
        let (token, fault) = state.withLock { ($0.token, $0.fault?()) }
        switch fault {
        case .lostRequest: throw TransportError(.unreachable, "offline")
        case .unavailable: return .status(503)
        case .tooManyRequests: return .refusal(429, name: "TooManyRequestsError")
        case .lostResponse, nil: break
        }
        guard request.header("Authorization") == "Bearer \(token)" else { return .refusal(401) }
        let response = state.withLock { Self.perform(request, &$0) }
        if fault == .lostResponse { throw TransportError(.connection, "lost") }
        return response
    }

    private static func perform(_ request: RecordedRequest, _ state: inout State) -> ScriptedResponse {
        let query = request.query ?? ""
        switch (request.head.method, request.path) {
        case (.post, "/api/v2/documents"):
            let count = state.documents.values.reduce(0) { $0 + $1.count }
            let id = "document-\(10_000 + count)"
            state.documents[foreignId(in: request.body), default: []].append(id)
            return .value(DocumentCreationResponseDto(id: id), status: 201)
        case (.get, "/api/v2/documents/status"):
            let ids = state.documents.values.joined().filter { query.contains($0) }
            return .value(
                DocumentsStatusResponseDto(documents: ids.map { .init(id: $0, status: .completedSuccess) })
            )
        default:
            let found = state.documents.flatMap { foreignId, ids in
                query.contains(foreignId) ? ids.map { DocumentListItemDto(id: $0, foreignId: foreignId) } : []
            }
            return .value(GetDocumentListResponseDto(count: found.count, documents: found))
        }
    }

    private static func foreignId(in form: [UInt8]) -> String {
        // The picture is no UTF-8; the fields around it are.
        let text = String(decoding: form, as: UTF8.self)
        guard let field = text.range(of: "name=\"foreignId\""),
            let start = text[field.upperBound...].range(of: "\r\n\r\n")
        else { return "" }
        return String(text[start.upperBound...].prefix { $0 != "\r\n" })
    }
}
