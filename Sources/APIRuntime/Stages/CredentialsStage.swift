#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// Sends an attempt with current credentials, and once more when the server refuses them and there are others.
struct CredentialsStage: CallMiddleware {
    let now: @Sendable () -> Date

    /// Adds the credentials that the operation needs.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let schemes = context.plan.credentials
        if schemes.isEmpty { return try await next(request, context) }
        guard context.plan.isTrusted(request.head) else { throw Self.untrusted }
        var held: [AuthCredential] = []
        for bound in schemes { held.append(try await bound.source.credential()) }
        // A source that signs in for its first credential has an owner only now.
        _ = await context.callOwner.named()
        try context.callOwner.accept(held)
        let first = try await send(request, held, context, next)
        // A middleware sent another credential, or created the response: neither says anything about this one.
        guard first.owners != nil else { return first }
        await note(first, to: held, schemes)
        guard first.head.status == .unauthorized else { return first }
        guard mayRepeat(request, after: first, context.plan) else {
            // For the next call: with an old credential, every upload of a stream would be refused.
            if !first.redirects.leavesOrigin { _ = try? await replacements(for: held, schemes) }
            return first
        }
        guard let renewed = try await replacements(for: held, schemes) else { return first }
        guard !Task.isCancelled else { throw CallFailure.cancelled }
        try context.callOwner.accept(renewed)
        var context = context
        context.attempt = context.attempts?.next() ?? context.attempt + 1
        let second = try await send(request, renewed, context, next)
        if second.owners != nil { await note(second, to: renewed, schemes) }
        return second
    }

    private func send(
        _ request: MiddlewareRequest,
        _ held: [AuthCredential],
        _ context: MiddlewareContext,
        _ next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var request = request
        var context = context
        let isKnown = context.isIdentityKnown(request)
        for (index, bound) in context.plan.credentials.enumerated() {
            guard request.head.add(held[index].value, at: bound.scheme.placement) else {
                let message = "The credential \(bound.scheme.name) has a character that its scheme cannot carry."
                throw TransportError(.invalidRequest, message)
            }
        }
        context.setIdentity(isKnown ? request : nil)
        var response = try await context.callOwner.runAttempt { [request, context] in try await next(request, context) }
        if response.owners != nil { response.owners = context.callOwner.cachePartitions(of: held) }
        return response
    }

    /// Whether a request whose credentials were refused may be sent again.
    private func mayRepeat(_ request: MiddlewareRequest, after response: MiddlewareResponse, _ plan: CallPlan) -> Bool {
        guard request.body?.isReplayable ?? true, !response.redirects.leavesOrigin else { return false }
        // The server that redirected the request has accepted it.
        return response.redirects.count == 0 || plan.isReplayable(request.head)
    }

    private static let untrusted = AuthenticationError(
        .missing,
        message: "A middleware directs the call to a server that is none of the client's. "
            + "Name it in CallOptions.server if it may have the operation's credentials."
    )

    /// Reports to the sources how the server received their credentials, and the time of its clock.
    ///
    /// Another origin, to which a redirect led, received none.
    private func note(_ response: MiddlewareResponse, to held: [AuthCredential], _ schemes: [BoundScheme]) async {
        if response.redirects.leavesOrigin { return }
        for (index, bound) in schemes.enumerated() where !(bound.source is StaticCredential) {
            let date = response.head.headerFields.serverTime(now())
            await bound.source.noteResponse(to: held[index], status: response.head.status.code, serverDate: date)
        }
    }

    /// The credentials to send again with; `nil` when no source has another one.
    private func replacements(
        for refused: [AuthCredential],
        _ schemes: [BoundScheme]
    ) async throws -> [AuthCredential]? {
        var renewed = refused
        var hasChanged = false
        for (index, bound) in schemes.enumerated() {
            guard let credential = try await bound.source.refused(refused[index]) else { continue }
            renewed[index] = credential
            hasChanged = true
        }
        return hasChanged ? renewed : nil
    }
}

extension HTTPRequest {
    /// Adds a credential's value where its scheme wants it, in place of any other value of the same name.
    ///
    /// - Returns: `false`, changing nothing, when the value is not allowed there.
    fileprivate mutating func add(_ value: String, at placement: SecurityScheme.Placement) -> Bool {
        switch placement {
        case .bearer: return setHeader("authorization", "Bearer \(value)")
        case .basic: return setHeader("authorization", "Basic \(value)")
        case .header(let name): return setHeader(name, value)
        case .cookie(let name):
            // The server has chosen the value, percent signs included, and does not decode it.
            guard value.utf8.allSatisfy(HeaderValue.isCookieByte) else { return false }
            let others = (headerFields[.cookie] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
                .filter { !$0.isEmpty && $0.prefix { $0 != "=" } != name }
            return setHeader("cookie", (others + ["\(name)=\(value)"]).joined(separator: "; "))
        case .query(let name):
            let path = (path ?? "/").withoutQueryItems(named: name)
            let separator = path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            self.path = "\(path)\(separator)\(name.percentEncoded())=\(value.percentEncoded())"
            return true
        }
    }

    private mutating func setHeader(_ name: String, _ value: String) -> Bool {
        guard let name = HTTPField.Name(name), HeaderValue.isValid(value) else { return false }
        headerFields[name] = value
        return true
    }
}
