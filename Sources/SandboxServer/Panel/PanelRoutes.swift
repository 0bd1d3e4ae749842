import APIRuntime
import APIServer
import HTTPTypes
import Hummingbird
import NIOCore

/// The control panel at `/` and at the control address, with its style, script, state and events.
struct PanelRoutes: SandboxService {
    let state: PanelState

    /// The rules of the panel's page: nothing is loaded from or sent to another address.
    private static let policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'"

    func addRoutes(to router: SandboxRouter) {
        let routes = router.routes()
        let state = self.state
        for path in ["/", "/sandbox"] {
            routes.raw("sandbox.panel", .get, path) { _ in Self.page }
        }
        routes.raw("sandbox.style", .get, "/sandbox/style.css") { _ in .text(SandboxStyle.css, 200, "text/css") }
        routes.raw("sandbox.script", .get, "/sandbox/panel.js") { _ in
            .text(PanelScript.source, 200, "text/javascript")
        }
        routes.raw("sandbox.state", .get, "/sandbox/state") { input in
            var response = RawServerResponse.json(state.json(base: input.about.baseURL))
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private static var page: RawServerResponse {
        var response = RawServerResponse.text(PanelPage.html, 200, "text/html")
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Adds the events: one after each request or control operation, until the connection or the sandbox closes.
    ///
    /// An event contains the number of the last request. The panel requests the state after it.
    static func addEvents(of journal: SandboxJournal, to router: Router<SandboxContext>) {
        router.get("/sandbox/events") { _, _ in
            let changes = journal.changes.stream(first: 0)
            let body = ResponseBody { writer in
                for await number in changes {
                    try await writer.write(ByteBuffer(string: "id: \(number)\ndata: \(number)\n\n"))
                }
                try await writer.finish(nil)
            }
            let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
            return Response(status: .ok, headers: headers, body: body)
        }
    }
}
