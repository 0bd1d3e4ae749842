import AppCoinsAPI
import APIServer

/// The responses for failures.
enum AppCoinsRefusal {
    /// Returns the response for an undocumented error, or `nil` to use the router's default.
    @Sendable
    static func reply(for error: any Error, to request: ServerRequest) -> RawServerResponse? {
        if let error = error as? UnauthorizedRequest {
            return problem(error.status, .unauthorized(request, error.description))
        }
        guard let input = error as? UnreadableInput else { return nil }
        guard request.operation != "getCheckoutPage" else {
            return html(400, CheckoutPage.notice("This link is incomplete: \(input.name) is missing."))
        }
        if case .unreadable(let failure) = input.reason, input.location == .body {
            return problem(400, .invalid(request, "body", "The body cannot be read: \(failure)"))
        }
        let name = input.name.isEmpty ? "body" : input.name
        guard input.reason != .missing else { return problem(400, .missing(request, name)) }
        return problem(400, .invalid(request, name, "\(name) cannot be read."))
    }

    /// Returns a response with a problem in JSON.
    static func problem(_ status: Int, _ problem: ServiceProblem) -> RawServerResponse { .json(problem, status) }

    /// Returns a response with an HTML page.
    static func html(_ status: Int, _ text: String) -> RawServerResponse { .text(text, status, "text/html") }
}
