import SensibillAPI

struct LiveUsersEndpoints: UsersEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v1 }

    /// The id that represents the current user.
    private static let current = "me"

    func me(excludeAlerts: Bool) throws -> SensibillAPIClient.Task<SensibillAPIModel.UserResponseDto> {
        try endpoints.task(.user) {
            try await $0.usersV1.get(userID: Self.current, excludeAlerts: excludeAlerts ? true : nil)
        }
    }

    func me(_ request: SensibillAPIModel.UserUpdateRequest) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.known(request.status, "status")
        try InputCheck.localeCode(request.locale)
        return try endpoints.task(.user) { try await $0.usersV1.update(userID: Self.current, body: request) }
    }

    func register(
        _ request: SensibillAPIModel.UserRequestDto,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto> {
        try InputCheck.nonEmpty(request.accessID, "accessID")
        try InputCheck.nonEmpty(request.accessSecret, "accessSecret")
        try InputCheck.nonEmpty(request.credentialType, "credentialType")
        // The v2 endpoint leaves the notification settings unchanged; the v1 endpoint would set them.
        return try endpoints.task(try .clientToken(clientAccessToken)) { try await $0.users.create(body: request) }
    }

    func register(
        _ request: SensibillAPIModel.JwtUserRequestDto,
        jwt: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.RegisterUserResponseDto> {
        try InputCheck.nonEmpty(request.client, "client")
        return try endpoints.task(try .jwt(jwt)) { try await $0.users.jwtRegister(body: request) }
    }

    func emailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto> {
        try InputCheck.nonEmpty(email, "email")
        return try endpoints.task(try .clientToken(clientAccessToken)) {
            try await $0.usersV1.emailAvailability(email: email)
        }
    }

    func usernameAvailability(
        username: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EmailOrUsernameAvailabilityResponseDto> {
        try InputCheck.nonEmpty(username, "username")
        return try endpoints.task(try .clientToken(clientAccessToken)) {
            try await $0.usersV1.usernameAvailability(username: username)
        }
    }

    func receiptEmailAvailability(
        email: String,
        clientAccessToken: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto> {
        try InputCheck.nonEmpty(email, "email")
        return try endpoints.task(try .clientToken(clientAccessToken)) {
            try await $0.usersV1.receiptEmailAvailability(email: email)
        }
    }

    func receiptEmailAvailability(
        email: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ReceiptEmailAvailabilityResponseDto> {
        try InputCheck.nonEmpty(email, "email")
        return try endpoints.task(.user) { try await $0.usersV1.receiptEmailAvailability(email: email) }
    }

    func passwordStrength(
        password: String,
        checkType: String?,
        userType: String?,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.PasswordStrength> {
        try InputCheck.nonEmpty(password, "password")
        let request = PasswordStrengthRequestDto(password: password, checkType: checkType, userType: userType)
        return try endpoints.task(try .client(clientCredentials)) {
            try await $0.usersV1.passwordStrength(body: request)
        }
    }

    func resetTempPassword(
        _ request: SensibillAPIModel.ResetTempPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.nonEmpty(request.accessID, "accessID")
        try InputCheck.nonEmpty(request.password, "password")
        return try endpoints.task(.userIfAny) { client in
            try await client.usersV1.resetTempPassword(body: request)
            return SensibillAPIModel.Empty()
        }
    }

    func setPassword(
        _ request: SensibillAPIModel.SetPasswordRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.nonEmpty(request.newPassword, "newPassword")
        return try endpoints.task(.user) { client in
            try await client.usersV1.setPassword(body: request)
            return SensibillAPIModel.Empty()
        }
    }
}
