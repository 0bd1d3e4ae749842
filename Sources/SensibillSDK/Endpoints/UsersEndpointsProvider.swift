public import SensibillAPI
/// The endpoints for user accounts.
///
/// Most calls need a client token, given as an argument; those for the current user need the user token.
public protocol UsersEndpointsProvider: EndpointsProvider {
    /// Creates a task that reads the current user.
    ///
    /// - Parameter excludeAlerts: Whether to omit the alerts, which is faster.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func me(excludeAlerts: Bool) throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto>

    /// Creates a task that changes the current user.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func me(_ request: SensibillAPIModel.UserUpdateRequest) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that creates a user.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func register(
        _ request: SensibillAPIModel.UserRequestDto,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto>

    /// Creates a task that creates the user whose access id is in a JSON Web Token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func register(
        _ request: SensibillAPIModel.JwtUserRequestDto,
        jwt: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto>

    /// Creates a task that checks whether an e-mail address is available.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func emailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto>

    /// Creates a task that checks whether a user name is available.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func usernameAvailability(
        username: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto>

    /// Creates a task that checks whether an address for receipts is available, and lists available alternatives.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func receiptEmailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto>

    /// Creates a task that checks, for the current user, whether an address for receipts is available.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func receiptEmailAvailability(
        email: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto>

    /// Creates a task that rates the strength of a password.
    ///
    /// - Parameters:
    ///   - password: The password; the service does not store it.
    ///   - checkType: The type of check; `nil` uses the service's default.
    ///   - userType: `user`, or `nil`.
    ///   - clientCredentials: The client's key and secret.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func passwordStrength(
        password: String,
        checkType: String?,
        userType: String?,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.PasswordStrength>

    /// Creates a task that replaces a temporary password; sends the user token if one is available.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func resetTempPassword(
        _ request: SensibillAPIModel.ResetTempPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that changes the current user's password.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func setPassword(
        _ request: SensibillAPIModel.SetPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>
}

extension UsersEndpointsProvider {
    /// Creates a task that reads the current user, including alerts.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    public func me() throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto> {
        try me(excludeAlerts: false)
    }

    /// Creates a task that rates the strength of a password with the service's default check.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func passwordStrength(
        password: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.PasswordStrength> {
        try passwordStrength(
            password: password,
            checkType: nil,
            userType: nil,
            clientCredentials: clientCredentials
        )
    }
}
