import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// How failures are written.
enum AppCoinsRefusal {
    /// The reply for an error: pages in HTML, all else as a problem in JSON; `nil` leaves it to the router.
    static func reply(for error: any Error, to request: ServerRequest) -> RawReply? {
        switch error {
        case GetCheckoutPageError.badRequest(let page): html(400, page)
        case GetCheckoutPageError.notFound(let page): html(404, page)
        case let failure as DecodingFailure:
            problem(400, .invalid(request, "body", "The body cannot be read: \(failure)"))
        default: nil
        }
    }

    /// A problem in JSON.
    static func problem(_ status: Int, _ problem: ServiceProblem) -> RawReply {
        RawReply(status: status, contentType: "application/json", bytes: JSON.encode(problem))
    }

    /// A page.
    static func html(_ status: Int, _ text: String) -> RawReply {
        RawReply(status: status, contentType: "text/html; charset=utf-8", bytes: Array(text.utf8))
    }
}

extension MappedRouter {
    /// Adds a route whose path has a segment `{version}`, which must be `8.` and eight digits.
    func onVersioned(
        _ method: CallMethod,
        _ path: String,
        _ operation: String,
        _ handler: @escaping Handler
    ) {
        on(method, path, operation) { input in
            guard input.path("version").wholeMatch(of: /8\.[0-9]{8}/) != nil else {
                throw AppCoinsRefusal.problem(404, .notFound(input.request, "There is no such version."))
            }
            return try await handler(input)
        }
    }
}

extension RouteInput {
    /// Items of a list separated by commas; `nil` when the parameter is absent.
    func commaList(_ name: String) -> [String]? {
        query(name) == nil ? nil : queryList(name)
    }

    /// A whole number that may be absent.
    ///
    /// - Throws: 400 when it is there and no whole number.
    func wholeNumber(_ name: String) throws -> Int? {
        guard let text = query(name) else { return nil }
        guard let number = Int(text) else {
            throw AppCoinsRefusal.problem(400, .invalid(request, name, value: text, "\(name) is a whole number."))
        }
        return number
    }
}
