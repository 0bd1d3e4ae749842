#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import HTTPTypes

/// The rules for following redirects.
///
/// A redirect to the same origin keeps the whole request. A redirect to another origin keeps only harmless header fields
/// such as `Accept`, and no credential, custom field, cookie or body. A redirect from `https` to `http` is refused.
///
/// The response to the `GET` that follows a redirected `POST` is not the result of the `POST`. Unless
/// ``changesMethod`` is set, the caller therefore receives such a redirect as the response, and one to another origin is
/// refused.
///
/// A redirect that an operation documents as its only result is not followed either, see
/// ``CallOptions/followsRedirects``.
public struct RedirectPolicy: Sendable {
    /// Largest number of redirects of one request; 0 or more.
    ///
    /// With 0 the caller receives every redirect as a response.
    public var maximumHops: Int

    /// Whether a redirect may turn another method into `GET`, within the same origin.
    ///
    /// Statuses 301 and 302 do so for `POST`, and 303 for all methods except `HEAD`. Set it for servers that respond to a
    /// form with a redirect to a page, if the page is what the caller expects.
    public var changesMethod: Bool

    /// The statuses of the redirects to another URL, to which the request is sent (RFC 9110, section 15.4).
    static let statuses = [301, 302, 303, 307, 308]

    /// Creates a policy.
    public init(maximumHops: Int = 8, changesMethod: Bool = false) {
        precondition(maximumHops >= 0, "maximumHops is negative.")
        self.maximumHops = maximumHops
        self.changesMethod = changesMethod
    }

    /// Returns the request that follows a response.
    ///
    /// - Parameters:
    ///   - response: Head of the response.
    ///   - request: The request that it responds to.
    ///   - hop: Number of redirects followed before this response.
    /// - Returns: The next request; `nil` when the response is not a redirect, has no `Location`, would change the
    ///   method, or is one of the request's final redirects.
    /// - Throws: ``TransportError/Code/redirectRefused`` when the redirect must not be followed.
    package func next(
        after response: HTTPResponse,
        to request: TransportRequest,
        hop: Int
    ) throws(TransportError) -> TransportRequest? {
        let status = response.status.code
        guard maximumHops > 0, Self.statuses.contains(status), !request.finalRedirects.contains(status),
            let location = response.headerFields[.location]
        else { return nil }
        guard hop < maximumHops else { throw .redirect("There were more than \(maximumHops) redirects.") }
        guard let base = URL(string: request.url), let target = URL(string: location, relativeTo: base)?.absoluteURL,
            let to = ServerBase(target), let from = ServerBase(base)
        else { throw .redirect("The redirect names no http or https URL.") }
        guard from.scheme == "http" || to.scheme == "https" else {
            throw .redirect("The redirect leaves https for http.")
        }
        var next = request
        next.head.scheme = to.scheme
        next.head.authority = to.authority
        // Without dot segments, which a target with a host may still have (RFC 3986, section 5.2.2).
        next.head.path = Self.pathAndQuery(of: target.standardized)
        changeMethod(of: &next, status: status)
        let isSameOrigin = from.isSameOrigin(as: to)
        if next.head.method != request.head.method {
            guard isSameOrigin else { throw .redirect("The redirect would change the method for another origin.") }
            guard changesMethod else { return nil }
        }
        if !isSameOrigin {
            guard !request.isReplayable || ReplaySafety.standard(for: next.head.method).isReplayable else {
                throw .redirect("The redirect would lose the request's idempotency key.")
            }
            try strip(&next)
        }
        if let body = next.body, !body.isReplayable { throw .redirect("The redirected body can be sent once only.") }
        do { try next.validate() } catch { throw .redirect(error.message) }
        return next
    }

    /// Changes the method to `GET` without a body for the statuses of RFC 9110, section 15.4.
    private func changeMethod(of request: inout TransportRequest, status: Int) {
        let becomesGet = status == 303 ? request.head.method != .head : status < 303 && request.head.method == .post
        guard becomesGet else { return }
        request.head.method = .get
        request.body = nil
        for name in [HTTPField.Name.contentType, .contentLength, .contentEncoding] {
            request.head.headerFields[name] = nil
        }
    }

    private func strip(_ request: inout TransportRequest) throws(TransportError) {
        guard request.body == nil else { throw .redirect("A body would be redirected to another origin.") }
        request.head.headerFields = request.head.headerFields.harmless
    }

    /// The encoded path and query of a URL.
    private static func pathAndQuery(of url: URL) -> String {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = parts?.percentEncodedPath ?? ""
        return (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}

extension TransportError {
    fileprivate static func redirect(_ message: String) -> TransportError {
        TransportError(.redirectRefused, message)
    }
}

extension HTTPFields {
    /// The fields that any server may receive, because they identify nobody.
    var harmless: HTTPFields {
        let names: Set<HTTPField.Name> = [
            .accept, .acceptLanguage, .acceptEncoding, .userAgent, .range, .ifRange,
        ]
        return HTTPFields(filter { names.contains($0.name) })
    }
}
