import APIRuntime
public import AnybillServer
public import Foundation
import Hummingbird
import LoopbackServer
import NIOCore

/// A small example of a partner's backend, which receives receipts through the webhook and issues tokens to its app.
///
/// It serves two routes on the loopback interface:
/// - `POST /webhooks/anybill` accepts a message with the right `X-API-KEY`. It responds with 401 for a wrong key and
///   400 for an invalid message.
/// - `POST /app/token?customer=ID` returns a user's tokens as JSON, or 404 until the first receipt of that customer. It
///   responds with 400 before ``connect(_:)`` is called. A real backend authenticates the caller first, which this
///   example leaves out.
///
/// ```swift
/// let backend = try await PartnerBackend.start(webhookKey: key)
/// // … give backend.webhookURL to the service, then:
/// backend.connect(AnybillPartnerClient(account: account, servers: servers, transport: .asyncHTTP))
/// ```
public final class PartnerBackend: Sendable {
    /// The port on which the backend listens.
    public var port: Int { server.port }

    private let server: LoopbackServer
    private let state: PartnerState

    private init(server: LoopbackServer, state: PartnerState) {
        self.server = server
        self.state = state
    }

    /// Starts a backend.
    ///
    /// - Parameters:
    ///   - webhookKey: The key that the service sends; not empty.
    ///   - port: The port to listen on; 0 lets the system choose a free one.
    /// - Returns: The backend, which is already listening.
    /// - Throws: An error if the port is not available.
    public static func start(webhookKey: String, port: Int = 0) async throws -> PartnerBackend {
        let state = PartnerState()
        let server = try await LoopbackServer.start(router(AnybillWebhook(key: webhookKey), state), port: port)
        return PartnerBackend(server: server, state: state)
    }

    /// Sets the client with which the backend calls the service.
    public func connect(_ partner: AnybillPartnerClient) { state.connect(partner) }

    /// The received messages in order, one for each receipt.
    public var events: [AnybillWebhook.Event] { state.events }

    /// The URL to which the service posts its messages.
    public var webhookURL: URL? { URL(string: "http://127.0.0.1:\(port)/webhooks/anybill") }

    /// The URL from which the app requests its tokens.
    public var tokenURL: URL? { URL(string: "http://127.0.0.1:\(port)/app/token") }

    /// Stops listening.
    public func stop() async {
        await server.stop()
    }
}

extension PartnerBackend {
    private static func router(_ webhook: AnybillWebhook, _ state: PartnerState) -> Router<BasicRequestContext> {
        let router = Router()
        router.post("webhooks/anybill") { request, _ -> Response in
            let body = try await request.body.collect(upTo: 1 << 20)
            do throws(AnybillWebhook.Refusal) {
                let key = request.headers[values: .apiKey].first
                state.note(try webhook.event(body: Data(body.readableBytesView), key: key))
                return Response(status: .noContent)
            } catch {
                return Response(status: error == .wrongKey ? .unauthorized : .badRequest)
            }
        }
        router.post("app/token") { request, _ -> Response in
            guard let customer = request.uri.queryParameters["customer"], let partner = state.partner else {
                return Response(status: .badRequest)
            }
            do throws(IssueUserTokenError) {
                let tokens = JSONCoding.encode(try await partner.issueToken(externalId: String(customer)))
                let body = ResponseBody(byteBuffer: ByteBuffer(bytes: tokens))
                return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
            } catch {
                return Response(status: error.status == 404 ? .notFound : .badGateway)
            }
        }
        return router
    }
}
