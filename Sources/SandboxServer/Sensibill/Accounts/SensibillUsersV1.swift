import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tag "usersV1" that the second API generation does not have or names differently.
extension SensibillUsers: SensibillUsersV1Service {
    /// The minimum length of a password in characters.
    private static var shortestPassword: Int { 8 }

    /// Registers a user of the client.
    func create(
        body: UserRequestV1Dto,
        request: ServerRequest
    ) throws(CreateUserV1Error) -> ServerResponse<RegisterUserResponseDto> {
        try store.perform(CreateUserV1Error.self) { () throws(SensibillRefusal) in
            try register(Registration(body), request)
        }
    }

    /// Returns the strength of a password: half a point for every four characters and for every kind of character.
    func passwordStrength(
        body: PasswordStrengthRequestDto,
        request: ServerRequest
    ) throws(CheckPasswordStrengthError) -> ServerResponse<PasswordStrength> {
        try store.perform(CheckPasswordStrengthError.self) { () throws(SensibillRefusal) in
            try store.checkClientCredentials(request)
            guard body.userType == nil || body.userType == "user" else {
                throw .badRequest("The user type does not exist.", .invalidParameterError)
            }
            let password = body.password
            let kinds = [
                password.contains(where: \.isLowercase), password.contains(where: \.isUppercase),
                password.contains(where: \.isNumber), password.contains { !$0.isLetter && !$0.isNumber },
            ]
            let points = Double(kinds.count { $0 }) / 2 + Double(password.count / 4) / 2
            return PasswordStrength(minStrength: 0, maxStrength: 4, strength: min(4, points))
        }
    }

    /// Replaces a temporary password.
    ///
    /// The sandbox accepts any current password as temporary.
    func resetTempPassword(
        body: ResetTempPasswordRequestDto,
        request: ServerRequest
    ) throws(ResetTempPasswordError) -> ServerResponse<Void> {
        let reply = try store.perform(ResetTempPasswordError.self) { () throws(SensibillRefusal) in
            if request.bearer != nil { _ = try store.userID(request) }
            let type = body.credentialType ?? store.credentials.credentialType
            try checkLength(body.password)
            try store.withState { (state) throws(SensibillRefusal) in
                guard let user = state.user(accessID: body.accessID, credentialType: type),
                    !user.secret.isEmpty, user.secret == body.tempPassword
                else { throw .unauthorized("The access id or password is wrong.", .invalidCredentialError) }
                state.users[user.id]?.secret = body.password
            }
            return true
        }
        return .empty(reply.status)
    }

    /// Changes the user's own password.
    func setPassword(body: SetPasswordRequestDto, request: ServerRequest) throws(SetPasswordError) -> ServerResponse<
        Void
    > {
        let reply = try store.asUser(request, SetPasswordError.self) { (user, _) throws(SensibillRefusal) in
            guard user.secret == body.oldPassword else { throw .badRequest("The old password is wrong.") }
            guard body.credentialType == nil || body.credentialType == user.credentialType else {
                throw .badRequest("The user has another credential type.")
            }
            try checkLength(body.newPassword)
            user.secret = body.newPassword
            return true
        }
        return .empty(reply.status)
    }

    private func checkLength(_ password: String) throws(SensibillRefusal) {
        guard password.count >= Self.shortestPassword else {
            throw .badRequest("The password is too short.", .validationFailedError)
        }
    }
}
