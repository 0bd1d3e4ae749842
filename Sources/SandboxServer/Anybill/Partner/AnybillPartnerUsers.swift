import AnybillAPI
import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The operations of the tag `partnerUsers`: users that a partner creates, signs in and deletes.
struct AnybillPartnerUsers: AnybillPartnerUsersService {
    private let environment: AnybillEnvironment
    private var problems: AnybillProblems { environment.problems }

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Creates a user without an email address.
    func create(body: CreateUserRequest?, request: ServerRequest) throws(CreateUserError) -> ServerResponse<PartnerUser>
    {
        try environment.gate.service(.partnerUser, request, failing: CreateUserError.self)
        let account = AnybillAccount(id: environment.identifiers.uuid(), externalID: body?.externalId)
        let isNew = environment.store.withLock { records in
            guard body?.externalId.flatMap({ records.account(externalID: $0) }) == nil else { return false }
            records.save(account)
            return true
        }
        guard isNew else { throw .conflict(problems.conflict("A user with this external id exists.")) }
        return ServerResponse(PartnerUser(userId: account.id), status: 201)
    }

    /// Issues tokens for exactly one of the two IDs.
    ///
    /// Does not create a user.
    func issueToken(body: UserTokenRequest, request: ServerRequest) throws(IssueUserTokenError) -> ServerResponse<
        TokenUser
    > {
        try environment.gate.service(.partnerUser, request, failing: IssueUserTokenError.self)
        let account: AnybillAccount?
        switch (body.userId, body.externalId) {
        case (let id?, nil): account = environment.store.withLock { $0.accounts[id] }
        case (nil, let externalID?): account = environment.store.withLock { $0.account(externalID: externalID) }
        default:
            let message = "Exactly one of userId and externalId is required."
            throw .badRequest(problems.invalid(["userId": [message], "externalId": [message]]))
        }
        guard let account else { throw .notFound(problems.notFound()) }
        return ServerResponse(environment.tokenUser(for: account.id), headers: [.cacheControl: "no-store"])
    }

    /// Deletes a user with all receipts, and revokes the user's tokens.
    func delete(userId: String, request: ServerRequest) throws(DeleteUserError) -> ServerResponse<Void> {
        try environment.gate.service(.partnerUser, request, failing: DeleteUserError.self)
        guard environment.store.withLock({ $0.removeAccount(userId) }) else { throw .notFound(problems.notFound()) }
        environment.core.tokens.revoke(realm: AnybillGate.userRealm, subject: userId)
        return .empty()
    }
}

extension AnybillEnvironment {
    /// Issues new tokens for a user.
    func tokenUser(for id: String) -> TokenUser {
        let issued = core.tokens.issue(realm: AnybillGate.userRealm, subject: id)
        return TokenUser(
            accessToken: issued.accessToken,
            expiresIn: Int(core.configuration.tokenLifetime),
            refreshToken: issued.refreshToken ?? ""
        )
    }
}
