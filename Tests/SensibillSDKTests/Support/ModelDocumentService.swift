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
        case lostRequest, lostResponse, unavailable, tooManyRequests, unauthorized
        /// The request is performed, and then the network is lost, with the code of a network that was never there.
        case lostNetwork
        /// The response is a conflict, after the request has been performed.
        case conflict
        /// The response is a conflict, and nothing has been performed.
        case rejected
        /// The request is refused as invalid, as a request that the service does not support.
        case invalid
        /// The document is refused as invalid.
        case refused
        /// A page of a captive portal arrives instead of the response.
        case portal
        /// The request is performed, and no response arrives.
        case storedAndHangs
    }

    struct State: Sendable {
        /// The ids of the stored documents, by foreign id.
        var documents: [String: [String]] = [:]
        /// The token with which each document was stored, by foreign id.
        var tokens: [String: String] = [:]
        /// The only accepted token.
        var token = "t0"
        /// Decides about a token; `nil` accepts only ``token``.
        var accepts: (@Sendable (String) -> Bool)?
        /// Called with a token that the client invalidates.
        var onInvalidation: (@Sendable (String) -> Void)?
        /// Called for each request.
        var fault: (@Sendable (RecordedRequest) -> Fault?)?
        /// The document ids about which status responses contain errors, in addition to their statuses.
        var errors: [String] = []
        /// Whether documents remain in processing.
        var neverFinishes = false
        /// The number of requests, by method and path.
        var requests: [String: Int] = [:]
        /// The number of all requests.
        var total = 0
    }

    let state = LockedState(State())

    /// A transport to the service.
    var transport: ScriptedTransport {
        ScriptedTransport { [self] request throws(TransportError) in try respond(to: request) }
    }

    private func respond(to request: RecordedRequest) throws(TransportError) -> ScriptedResponse {
        let state = state.withLock { state in
            state.total += 1
            state.requests["\(request.head.method.rawValue) \(request.path)", default: 0] += 1
            return state
        }
        let fault = state.fault?(request)
        switch fault {
        case .lostRequest: throw TransportError(.unreachable, "offline")
        case .unavailable: return .status(503)
        case .tooManyRequests: return .refusal(429, name: "TooManyRequestsError")
        case .unauthorized: return .refusal(401)
        case .invalid: return .refusal(400, name: "ParameterNotAllowedError")
        case .rejected: return .refusal(409, name: "ValidationFailedError")
        case .refused: return .refusal(400, name: "ValidationFailedError")
        case .portal: return .bytes(Array("<html>".utf8), contentType: "text/html")
        case .lostResponse, .lostNetwork, .conflict, .storedAndHangs, nil: break
        }
        let token = request.header("Authorization").map { String($0.dropFirst("Bearer ".count)) } ?? ""
        guard state.accepts?(token) ?? (token == state.token) else { return .refusal(401) }
        if request.path == "/api/v1/invalidate" {
            state.onInvalidation?(token)
            return .status(200)
        }
        let response = self.state.withLock { Self.perform(request, token, &$0) }
        switch fault {
        case .lostResponse: throw TransportError(.connection, "lost")
        case .lostNetwork: throw TransportError(.unreachable, "lost", sent: .everything)
        case .conflict: return .refusal(409, name: "ValidationFailedError")
        case .storedAndHangs: return .pending
        default: return response
        }
    }

    private static func perform(_ request: RecordedRequest, _ token: String, _ state: inout State) -> ScriptedResponse {
        let query = request.query ?? ""
        switch (request.head.method, request.path) {
        case (.post, "/api/v2/documents"):
            let count = state.documents.values.reduce(0) { $0 + $1.count }
            let id = "document-\(10_000 + count)"
            let foreignId = foreignId(in: request.body)
            state.documents[foreignId, default: []].append(id)
            state.tokens[foreignId] = token
            return .value(DocumentCreationResponseDto(id: id), status: 201)
        case (.get, "/api/v2/documents/status"):
            let ids = state.documents.values.joined().filter { query.contains($0) }
            let status: Status = state.neverFinishes ? .inProcessing : .completedSuccess
            return .value(
                DocumentsStatusResponseDto(
                    documents: ids.map { .init(id: $0, status: status) },
                    errors: state.errors.map { .init(id: $0, message: "unknown") }
                )
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
