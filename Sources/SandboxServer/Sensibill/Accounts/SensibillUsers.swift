import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tag "users".
struct SensibillUsers: SensibillUsersService {
    let store: SensibillStore

    /// Registers a user of the client.
    func create(
        body: UserRequestDto,
        request: ServerRequest
    ) throws(CreateUserError) -> ServerResponse<RegisterUserResponseDto> {
        try store.perform(CreateUserError.self) { () throws(SensibillRefusal) in
            try register(Registration(body), request)
        }
    }

    /// Registers the user identified by a JSON Web Token.
    ///
    /// Every failure has status 400.
    func jwtRegister(
        body: JwtUserRequestDto,
        request: ServerRequest
    ) throws(RegisterWithJwtError) -> ServerResponse<RegisterUserResponseDto> {
        try store.perform(RegisterWithJwtError.self) { () throws(SensibillRefusal) in
            do throws(SensibillRefusal) {
                let token = try store.webToken(request, client: body.client)
                let type = store.credentials.credentialType
                return try store.register(Registration(body, subject: token.subject, credentialType: type))
            } catch {
                throw .badRequest(error.message, error.status == 400 ? error.name : .invalidCredentialError)
            }
        }
    }

    /// Returns an account.
    ///
    /// A client token receives fewer properties.
    func get(
        userID: String,
        excludeAlerts: Bool? = nil,
        request: ServerRequest
    ) throws(GetUserByIdError) -> ServerResponse<UserResponseDto> {
        try store.perform(GetUserByIdError.self) { () throws(SensibillRefusal) in
            let caller = try store.caller(request)
            let id = try target(userID, caller)
            let now = store.now
            let user = try store.withState { (state) throws(SensibillRefusal) in try state.existing(id) }
            guard case .user = caller else {
                return UserResponseDto(
                    id: user.id,
                    status: user.status,
                    credentialType: user.credentialType,
                    accessID: user.accessID
                )
            }
            var account = user.account(at: now, withAlerts: excludeAlerts != true)
            let issued = request.bearer.flatMap { try? store.core.tokens.check($0, realm: SensibillStore.userRealm) }
            account.accessTokenExpiry = issued?.accessExpiry
            account.refreshTokenExpiry = issued?.refreshToken == nil ? nil : issued?.refreshExpiry
            return account
        }
    }

    /// Changes an account.
    ///
    /// A client token can only change the status.
    func update(
        userID: String,
        body: UserUpdateRequest,
        request: ServerRequest
    ) throws(UpsertUserError) -> ServerResponse<EmptyObjectResponseDto> {
        try store.perform(UpsertUserError.self) { () throws(SensibillRefusal) in
            let caller = try store.caller(request)
            let id = try target(userID, caller)
            let status = try store.withState { (state) throws(SensibillRefusal) in
                var user = try state.existing(id)
                if caller == .client, !body.changesStatusOnly {
                    throw .forbidden("A client token may change the status only.")
                }
                try user.apply(body, in: state)
                state.users[id] = user
                return user.status
            }
            if status == .disabled { store.core.tokens.revoke(realm: SensibillStore.userRealm, subject: id) }
            return EmptyObjectResponseDto()
        }
    }

    /// Deletes an account with its documents immediately.
    func delete(
        userID: String,
        export: Bool? = nil,
        exportEmail: String? = nil,
        request: ServerRequest
    ) throws(DeleteUserError) -> ServerResponse<EmptyObjectResponseDto> {
        try store.perform(DeleteUserError.self) { () throws(SensibillRefusal) in
            let id = try target(userID, try store.caller(request))
            try store.withState { (state) throws(SensibillRefusal) in
                _ = try state.existing(id)
                state.users[id] = nil
            }
            store.core.tokens.revoke(realm: SensibillStore.userRealm, subject: id)
            return EmptyObjectResponseDto()
        }
    }

    /// Registers a user for the bearer of a client token.
    func register(
        _ registration: Registration,
        _ request: ServerRequest
    ) throws(SensibillRefusal) -> RegisterUserResponseDto {
        guard try store.caller(request) == .client else {
            throw .unauthorized("This needs the access token of the client.")
        }
        guard !registration.secret.isEmpty else { throw .badRequest("The secret is empty.", .missingParameterError) }
        return try store.register(registration)
    }

    /// Returns the user ID that a path refers to.
    ///
    /// - Throws: A refusal with status 403 for a user who refers to another one, or for a client without the
    ///   permission.
    private func target(_ userID: String, _ caller: SensibillStore.Caller) throws(SensibillRefusal) -> String {
        switch caller {
        case .user(let own):
            guard userID == "me" || userID == own else { throw .forbidden("The account is another user's.") }
            return own
        case .client:
            guard store.withState(\.settings.allowsUserManagement) else {
                throw .forbidden("The client may not manage its users.")
            }
            return userID
        }
    }
}

extension SensibillUsers {

    /// Checks whether an email address is available.
    func emailAvailability(
        email: String,
        request: ServerRequest
    ) throws(GetEmailAvailabilityError) -> ServerResponse<EmailOrUsernameAvailabilityResponseDto> {
        try store.perform(GetEmailAvailabilityError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            guard email.contains("@") else { throw .badRequest("This is no e-mail address.", .invalidParameterError) }
            let wanted = email.lowercased()
            let isTaken = store.withState { $0.users.values.contains { $0.email == wanted } }
            return EmailOrUsernameAvailabilityResponseDto(available: !isTaken)
        }
    }

    /// Checks whether an address for forwarded receipts is available, and suggests up to three others if it is not.
    func receiptEmailAvailability(
        email: String,
        request: ServerRequest
    ) throws(GetReceiptEmailAvailabilityError) -> ServerResponse<ReceiptEmailAvailabilityResponseDto> {
        try store.perform(GetReceiptEmailAvailabilityError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            let wanted = email.lowercased()
            let suffix = "@\(SensibillTables.receiptEmailDomain)"
            guard wanted.hasSuffix(suffix), wanted != suffix else {
                throw .badRequest("The address is not of a permitted domain.", .invalidParameterError)
            }
            let taken = store.withState { Set($0.users.values.compactMap(\.receiptAccountEmail)) }
            guard taken.contains(wanted) else { return ReceiptEmailAvailabilityResponseDto(available: true) }
            let name = wanted.dropLast(suffix.count)
            let others = (1...).lazy.map { "\(name)\($0)\(suffix)" }.filter { !taken.contains($0) }.prefix(3)
            return ReceiptEmailAvailabilityResponseDto(available: false, alternatives: Array(others))
        }
    }

    /// Checks whether an access ID is available.
    func usernameAvailability(
        username: String,
        credentialType: String? = nil,
        request: ServerRequest
    ) throws(GetUsernameAvailabilityError) -> ServerResponse<EmailOrUsernameAvailabilityResponseDto> {
        try store.perform(GetUsernameAvailabilityError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            let type = credentialType ?? "sensibill"
            guard type == store.credentials.credentialType else {
                throw .badRequest("The client may not use this credential type.")
            }
            let isTaken = store.withState { $0.user(accessID: username, credentialType: type) != nil }
            return EmailOrUsernameAvailabilityResponseDto(available: !isTaken)
        }
    }
}
