public import SensibillSDK

/// Endpoints for user accounts whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeUsers: UsersEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v1

    /// The response of a task that reads the current user.
    public var current: @Sendable (Bool) async throws -> SensibillAPIModel.UserResponseDto =
        { _ in throw FakeResponseMissing("users.current") }

    /// The response of a task that changes the current user.
    public var updateCurrent: @Sendable (SensibillAPIModel.UserUpdateRequest) async throws -> SensibillAPIModel.Empty =
        { _ in throw FakeResponseMissing("users.updateCurrent") }

    /// The response of a task that creates a user.
    public var registerWithClient:
        @Sendable (
            SensibillAPIModel.UserRequestDto,
            String
        ) async throws -> SensibillAPIModel.RegisterUserResponseDto = { _, _ in
            throw FakeResponseMissing("users.registerWithClient")
        }

    /// The response of a task that creates the user whose access id is in a JSON Web Token.
    public var registerWithJWT:
        @Sendable (
            SensibillAPIModel.JwtUserRequestDto,
            String
        ) async throws -> SensibillAPIModel.RegisterUserResponseDto = { _, _ in
            throw FakeResponseMissing("users.registerWithJWT")
        }

    /// The response of a task that checks whether an e-mail address is available.
    public var isEmailAvailable:
        @Sendable (
            String,
            String
        ) async throws -> SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto = { _, _ in
            throw FakeResponseMissing("users.isEmailAvailable")
        }

    /// The response of a task that checks whether a user name is available.
    public var isUsernameAvailable:
        @Sendable (
            String,
            String
        ) async throws -> SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto = { _, _ in
            throw FakeResponseMissing("users.isUsernameAvailable")
        }

    /// The response of a task that checks whether an address for receipts is available.
    public var isReceiptEmailAvailable:
        @Sendable (
            String,
            String
        ) async throws -> SensibillAPIModel.ReceiptEmailAvailabilityResponseDto = { _, _ in
            throw FakeResponseMissing("users.isReceiptEmailAvailable")
        }

    /// The response of a task that checks, for the current user, whether an address for receipts is available.
    public var isReceiptEmailAvailableForUser:
        @Sendable (
            String
        ) async throws -> SensibillAPIModel.ReceiptEmailAvailabilityResponseDto = { _ in
            throw FakeResponseMissing("users.isReceiptEmailAvailableForUser")
        }

    /// The response of a task that rates the strength of a password.
    public var strength:
        @Sendable (
            String,
            String?,
            String?,
            SensibillAPIModel.ClientCredentials
        ) async throws -> SensibillAPIModel.PasswordStrength = { _, _, _, _ in
            throw FakeResponseMissing("users.strength")
        }

    /// The response of a task that replaces a temporary password.
    public var resetTemporaryPassword:
        @Sendable (
            SensibillAPIModel.ResetTempPasswordRequestDto
        ) async throws -> SensibillAPIModel.Empty = { _ in
            throw FakeResponseMissing("users.resetTemporaryPassword")
        }

    /// The response of a task that changes the current user's password.
    public var newPassword:
        @Sendable (
            SensibillAPIModel.SetPasswordRequestDto
        ) async throws -> SensibillAPIModel.Empty = { _ in
            throw FakeResponseMissing("users.newPassword")
        }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeUsers {
    /// Creates a task that reads the current user.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func me(excludeAlerts: Bool) throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto> {
        .init { [current] _ in try await current(excludeAlerts) }
    }

    /// Creates a task that changes the current user.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func me(
        _ request: SensibillAPIModel.UserUpdateRequest
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [updateCurrent] _ in try await updateCurrent(request) }
    }

    /// Creates a task that creates a user.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func register(
        _ request: SensibillAPIModel.UserRequestDto,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto> {
        .init { [registerWithClient] _ in try await registerWithClient(request, clientAccessToken) }
    }

    /// Creates a task that creates the user whose access id is in a JSON Web Token.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func register(
        _ request: SensibillAPIModel.JwtUserRequestDto,
        jwt: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto> {
        .init { [registerWithJWT] _ in try await registerWithJWT(request, jwt) }
    }

    /// Creates a task that checks whether an e-mail address is available.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func emailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto> {
        .init { [isEmailAvailable] _ in try await isEmailAvailable(email, clientAccessToken) }
    }

    /// Creates a task that checks whether a user name is available.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func usernameAvailability(
        username: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto> {
        .init { [isUsernameAvailable] _ in try await isUsernameAvailable(username, clientAccessToken) }
    }

    /// Creates a task that checks whether an address for receipts is available, and lists available alternatives.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func receiptEmailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto> {
        .init { [isReceiptEmailAvailable] _ in try await isReceiptEmailAvailable(email, clientAccessToken) }
    }

    /// Creates a task that checks, for the current user, whether an address for receipts is available.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func receiptEmailAvailability(
        email: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto> {
        .init { [isReceiptEmailAvailableForUser] _ in try await isReceiptEmailAvailableForUser(email) }
    }

    /// Creates a task that rates the strength of a password.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func passwordStrength(
        password: String,
        checkType: String?,
        userType: String?,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.PasswordStrength> {
        .init { [strength] _ in try await strength(password, checkType, userType, clientCredentials) }
    }

    /// Creates a task that replaces a temporary password.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func resetTempPassword(
        _ request: SensibillAPIModel.ResetTempPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [resetTemporaryPassword] _ in try await resetTemporaryPassword(request) }
    }

    /// Creates a task that changes the current user's password.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func setPassword(
        _ request: SensibillAPIModel.SetPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [newPassword] _ in try await newPassword(request) }
    }
}
