import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// The decision whether a request satisfies the requirement of its operation.
struct SecurityGate: Sendable {
    let requirement: RouteSecurity
    let check: ServerSecurity.Check

    /// Returns the accepted credentials; none for a request without credentials that the operation allows.
    ///
    /// Each credential is checked at most once.
    ///
    /// - Throws: ``UnauthorizedRequest``, or the error of the check.
    func accepted(_ request: ServerRequest, query: [TextItem]) async throws -> [AcceptedCredential] {
        var verdicts: [RouteSecurity.Scheme: CredentialVerdict] = [:]
        var refusal = UnauthorizedRequest.Reason.missing
        for alternative in requirement.alternatives where !alternative.isEmpty {
            let presented = alternative.map { Self.credential($0, request, query) }
            guard presented.allSatisfy({ $0 != nil }) else { continue }
            var accepted: [AcceptedCredential] = []
            for (scheme, credential) in zip(alternative, presented.compactMap { $0 }) {
                let verdict: CredentialVerdict
                if let known = verdicts[scheme] {
                    verdict = known
                } else {
                    verdict = try await check(credential, request)
                    verdicts[scheme] = verdict
                }
                guard case .accepted(let principal) = verdict else {
                    refusal = Self.stronger(refusal, verdict)
                    break
                }
                accepted.append(AcceptedCredential(scheme: scheme.name, principal: principal))
            }
            if accepted.count == alternative.count { return accepted }
        }
        guard refusal == .missing, requirement.allowsAnonymous else { throw UnauthorizedRequest(refusal, requirement) }
        return []
    }

    private static func stronger(
        _ reason: UnauthorizedRequest.Reason,
        _ verdict: CredentialVerdict
    ) -> UnauthorizedRequest.Reason {
        if case .forbidden = verdict { return .forbidden }
        return reason == .forbidden ? reason : .refused
    }

    /// Returns the credential of a request for a scheme; `nil` if the request has none.
    private static func credential(
        _ scheme: RouteSecurity.Scheme,
        _ request: ServerRequest,
        _ query: [TextItem]
    ) -> PresentedCredential? {
        let value: PresentedCredential.Value?
        switch scheme.placement {
        case .bearer: value = request.bearer.map { .bearer($0) }
        case .basic: value = request.basic.map { .basic(user: $0.user, password: $0.password) }
        case .header(let name): value = request.header(name).map { .key($0) }
        case .query(let name): value = query.first { $0.name == name }.map { .key($0.value) }
        case .cookie(let name):
            // As it was received: the percent signs of a value that a server has chosen are part of it.
            value = HeaderParameter.cookies(request.headers, encoded: false).first { $0.name == name }
                .map { .key($0.value) }
        case nil: value = .other
        }
        return value.map { PresentedCredential(scheme: scheme.name, scopes: scheme.scopes, value: $0) }
    }
}
