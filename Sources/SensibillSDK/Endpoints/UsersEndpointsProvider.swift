public import SensibillAPI
/// Accounts of users.
///
/// Most calls need a client token, given as an argument; those of the current user need the user token.
public protocol UsersEndpointsProvider: EndpointsProvider {
    /// The current user.
    ///
    /// - Parameter excludeAlerts: Whether to leave the alerts out, which is faster.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func me(excludeAlerts: Bool) throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto>

    /// Changes the current user.
    func me(_ request: SensibillAPIModel.UserUpdateRequest) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a user.
    func register(
        _ request: SensibillAPIModel.UserRequestDto,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto>

    /// Creates the user whose access id is in a JSON Web Token.
    func register(
        _ request: SensibillAPIModel.JwtUserRequestDto,
        jwt: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto>

    /// Whether an e-mail address is free.
    func emailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto>

    /// Whether a user name is free.
    func usernameAvailability(
        username: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto>

    /// Whether an address for receipts is free, and others that are.
    func receiptEmailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto>

    /// Whether an address for receipts is free, asked by the current user.
    func receiptEmailAvailability(
        email: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto>

    /// How strong a password is.
    ///
    /// - Parameters:
    ///   - password: The password; not stored.
    ///   - checkType: Which check; `nil` takes the service's own.
    ///   - userType: `user`, or `nil`.
    ///   - clientCredentials: The client's key and secret.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func passwordStrength(
        password: String,
        checkType: String?,
        userType: String?,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.PasswordStrength>

    /// Replaces a temporary password. Sends the user token where there is one.
    func resetTempPassword(
        _ request: SensibillAPIModel.ResetTempPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Changes the current user's password.
    func setPassword(
        _ request: SensibillAPIModel.SetPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>
}

extension UsersEndpointsProvider {
    /// The current user, with alerts.
    public func me() throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto> {
        try me(excludeAlerts: false)
    }

    /// How strong a password is, by the service's own check.
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
