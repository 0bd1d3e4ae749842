import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: users")
struct SensibillUserTests {

    @Test("a registered user's account is returned, with fewer properties for a client token")
    func account() async throws {
        try await SensibillHarness.run { sandbox in
            let client = try await sandbox.clientWithClientToken()
            let id = try await client.users.create(
                body: UserRequestDto(
                    credentialType: "sensibill",
                    accessID: "customer-full",
                    accessSecret: "secret-1",
                    email: "Full@Bank.example",
                    receiptAccountEmail: "Full@receipts.bank.example",
                    firstName: "Test",
                    defaultCurrency: "EUR",
                    folders: [RegistrationFolderDto(name: "Travel", color: "#1E88E5")],
                    createTestReceipts: true
                )
            ).id
            #expect(try await client.users.get(userID: id).firstName == nil)

            let token = try await sandbox.tokens(accessID: "customer-full", secret: "secret-1")
            let user = sandbox.client(token: token.accessToken ?? "")
            let account = try await user.users.get(userID: "me")
            #expect(account.id == id)
            #expect(account.email == "full@bank.example")
            #expect(account.receiptAccountEmail == "full@receipts.bank.example")
            #expect(account.folders?.map(\.name) == ["Travel"])
            #expect(account.receiptCounts?.total == 3)
            #expect(account.alerts != nil)
            #expect(try await user.usersV1.get(userID: id, excludeAlerts: true).alerts == nil)
        }
    }

    @Test("used names and email addresses are unavailable, and registration refuses them")
    func availability() async throws {
        try await SensibillHarness.run { sandbox in
            let client = try await sandbox.clientWithClientToken()
            let body = UserRequestDto(
                credentialType: "sensibill",
                accessID: "customer-a",
                accessSecret: "s",
                email: "a@bank.example",
                receiptAccountEmail: "a@receipts.bank.example"
            )
            _ = try await client.users.create(body: body)
            #expect(try await client.users.usernameAvailability(username: "customer-a").available == false)
            #expect(try await client.users.usernameAvailability(username: "customer-b").available)
            #expect(try await client.usersV1.emailAvailability(email: "A@bank.example").available == false)
            let address = try await client.users.receiptEmailAvailability(email: "a@receipts.bank.example")
            #expect(address.available == false)
            #expect(address.alternatives?.count == 3)
            let error = try await #require(throws: CreateUserError.self) { try await client.users.create(body: body) }
            #expect(error.status == 400)
        }
    }

    @Test("a client token can change only the status, and a disabled user loses access at once")
    func disabling() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.users.get(userID: "me").id
            let client = try await sandbox.clientWithClientToken()
            let error = try await #require(throws: UpsertUserError.self) {
                try await client.users.update(userID: id, body: UserUpdateRequest(firstName: "Other"))
            }
            #expect(error.status == 403)
            _ = try await client.users.update(userID: id, body: UserUpdateRequest(status: .disabled))
            let out = try await #require(throws: GetUserByIdError.self) { try await user.users.get(userID: "me") }
            #expect(out.status == 401)
        }
    }

    @Test("a user can change only its own account")
    func update() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            _ = try await user.users.update(
                userID: "me",
                body: UserUpdateRequest(firstName: "Changed", locale: "fr-CA")
            )
            let account = try await user.users.get(userID: "me")
            #expect(account.firstName == "Changed")
            #expect(account.locale == "fr-CA")
            let error = try await #require(throws: GetUserByIdError.self) {
                try await user.users.get(userID: "usr00000000000000001")
            }
            #expect(error.status == 403)
        }
    }

    @Test("a deleted account is removed with its documents and tokens")
    func deletion() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            let id = try await user.users.get(userID: "me").id
            _ = try await user.users.delete(userID: "me")
            let client = try await sandbox.clientWithClientToken()
            let error = try await #require(throws: GetUserByIdError.self) { try await client.users.get(userID: id) }
            #expect(error.status == 404)
            await #expect(throws: (any Error).self) { try await user.documents.list() }
        }
    }

    @Test("a password change requires the old password, and password strength is returned")
    func passwords() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser("customer-pass")
            let wrong = SetPasswordRequestDto(oldPassword: "nope", newPassword: "long-enough-1")
            let error = try await #require(throws: SetPasswordError.self) {
                try await user.usersV1.setPassword(body: wrong)
            }
            #expect(error.status == 400)
            try await user.usersV1.setPassword(
                body: SetPasswordRequestDto(oldPassword: "secret-1", newPassword: "long-enough-1")
            )
            try await sandbox.client().usersV1.resetTempPassword(
                body: ResetTempPasswordRequestDto(
                    accessID: "customer-pass",
                    tempPassword: "long-enough-1",
                    password: "long-enough-2"
                )
            )
            _ = try await sandbox.tokens(accessID: "customer-pass", secret: "long-enough-2")

            let basic = sandbox.basicClient()
            let weak = try await basic.usersV1.passwordStrength(body: PasswordStrengthRequestDto(password: "abc"))
            let strong = try await basic.usersV1.passwordStrength(
                body: PasswordStrengthRequestDto(password: "Correct-horse-9-battery")
            )
            #expect(weak.strength < strong.strength)
            #expect(strong.strength <= strong.maxStrength)
        }
    }
}
