import APIRuntime
import Foundation
import SensibillAPI

/// A new account, from any of the three operations that register users.
struct Registration: Sendable {
    var accessID: String
    var credentialType: String
    /// Empty for users who register with a JSON Web Token.
    var secret: String
    var email: String?
    var receiptAccountEmail: String?
    var firstName: String?
    var lastName: String?
    var defaultCurrency: String?
    var folders: [(name: String?, color: String?)] = []
    var wantsTestReceipts = false
    var notifications = UserNotificationSettings(
        accountUpdates: UserNotificationOptions(email: true),
        receipt: UserReceiptNotificationOptions(email: true, push: true, includeOriginal: true),
        other: UserNotificationOptions(email: true)
    )
}

extension Registration {
    /// Creates the account of a request of the second API generation.
    init(_ body: UserRequestDto) {
        self.init(
            accessID: body.accessID,
            credentialType: body.credentialType,
            secret: body.accessSecret,
            email: body.email,
            receiptAccountEmail: body.receiptAccountEmail,
            firstName: body.firstName,
            lastName: body.lastName,
            defaultCurrency: body.defaultCurrency,
            folders: body.folders?.map { ($0.name, $0.color) } ?? [],
            wantsTestReceipts: body.createTestReceipts ?? false
        )
    }

    /// Creates the account of a request of the first API generation.
    init(_ body: UserRequestV1Dto) {
        self.init(
            accessID: body.accessID,
            credentialType: body.credentialType,
            secret: body.accessSecret,
            email: body.email,
            receiptAccountEmail: body.receiptAccountEmail,
            firstName: body.firstName,
            lastName: body.lastName,
            defaultCurrency: body.defaultCurrency,
            folders: body.folders?.map { ($0.name, $0.color) } ?? [],
            wantsTestReceipts: body.createTestReceiptsOrDefault,
            notifications: UserNotificationSettings(
                accountUpdates: UserNotificationOptions(email: body.notifyAccountUpdatesByEmailOrDefault),
                receipt: UserReceiptNotificationOptions(
                    email: body.notifyReceiptByEmailOrDefault,
                    push: body.notifyReceiptByPushOrDefault,
                    includeOriginal: body.notifyReceiptWithOriginalOrDefault
                ),
                other: UserNotificationOptions(email: body.notifyOtherByEmailOrDefault)
            )
        )
    }

    /// Creates the account for the subject of a JSON Web Token.
    init(_ body: JwtUserRequestDto, subject: String, credentialType: String) {
        self.init(
            accessID: subject,
            credentialType: credentialType,
            secret: "",
            receiptAccountEmail: body.receiptAccountEmail,
            firstName: body.firstName,
            lastName: body.lastName,
            defaultCurrency: body.defaultCurrency,
            folders: body.folders?.map { ($0.name, $0.color) } ?? [],
            wantsTestReceipts: body.createTestReceipts ?? false
        )
    }
}

extension SensibillStore {

    /// The number of documents of a new user who requested test receipts.
    private static let testReceipts = 3

    /// Registers a user.
    ///
    /// - Returns: The user's ID.
    /// - Throws: A refusal with status 400.
    func register(_ registration: Registration) throws(SensibillRefusal) -> RegisterUserResponseDto {
        guard !registration.accessID.isEmpty else {
            throw .badRequest("The access id is empty.", .missingParameterError)
        }
        guard registration.credentialType == credentials.credentialType else {
            throw .badRequest("The client may not use this credential type.")
        }
        let id = nextID("usr")
        let now = now
        var user = SensibillUser(
            id: id,
            accessID: registration.accessID,
            credentialType: registration.credentialType,
            secret: registration.secret
        )
        user.email = registration.email?.lowercased()
        user.firstName = registration.firstName
        user.lastName = registration.lastName
        user.notifications = registration.notifications
        if let currency = registration.defaultCurrency { user.defaultCurrency = try knownCurrency(currency) }
        user.folders = try folders(registration.folders, now)
        if registration.wantsTestReceipts { addReadDocuments(Self.testReceipts, to: &user, before: now) }
        return try withState { (state) throws(SensibillRefusal) in
            if state.user(accessID: user.accessID, credentialType: user.credentialType) != nil {
                throw .badRequest("The access id is registered already.")
            }
            if let email = user.email, state.users.values.contains(where: { $0.email == email }) {
                throw .badRequest("The e-mail address is taken.")
            }
            if let address = registration.receiptAccountEmail {
                user.receiptAccountEmail = try state.checkedReceiptAddress(address, for: user)
            }
            state.users[id] = user
            return RegisterUserResponseDto(id: id)
        }
    }

    private func folders(
        _ wanted: [(name: String?, color: String?)],
        _ now: Date
    ) throws(SensibillRefusal) -> [StoredFolder] {
        var folders: [StoredFolder] = []
        for folder in wanted {
            guard let name = folder.name, !name.isEmpty, name.count <= 50, !folders.contains(where: { $0.name == name })
            else { throw .badRequest("A folder has no name, a long one, or one that occurs twice.") }
            guard let color = StoredFolder.digits(of: folder.color ?? "#1E88E5") else {
                throw .badRequest("A folder's colour is not of the form #ABCDEF.")
            }
            folders.append(StoredFolder(id: nextID("fld"), name: name, color: color, createdAt: now, updatedAt: now))
        }
        return folders
    }
}

/// Returns a currency of the service's list.
///
/// - Throws: A refusal with status 400.
func knownCurrency(_ code: String) throws(SensibillRefusal) -> CurrencyCodeEnum {
    let currency = CurrencyCodeEnum(rawValue: code)
    guard currency.isKnown else { throw .badRequest("The currency is not supported.", .invalidParameterError) }
    return currency
}

extension SensibillState {

    /// Returns an address for forwarded receipts in lower case, after validation.
    ///
    /// The address must be free and of a permitted domain, and the user must not have another one.
    ///
    /// - Throws: A refusal with status 400.
    func checkedReceiptAddress(_ address: String, for user: SensibillUser) throws(SensibillRefusal) -> String {
        let address = address.lowercased()
        if let known = user.receiptAccountEmail {
            guard known == address else { throw .badRequest("The receipt address can be set only once.") }
            return known
        }
        guard address.hasSuffix("@\(SensibillTables.receiptEmailDomain)"), !address.hasPrefix("@") else {
            throw .badRequest("The receipt address is not of a permitted domain.")
        }
        if users.values.contains(where: { $0.receiptAccountEmail == address }) {
            throw .badRequest("The receipt address is taken.")
        }
        return address
    }
}
