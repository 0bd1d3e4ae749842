import APIRuntime
import Foundation
import SensibillAPI

extension SensibillState {
    /// Returns the user with an ID.
    ///
    /// - Throws: A refusal with status 404.
    func existing(_ id: String) throws(SensibillRefusal) -> SensibillUser {
        guard let user = users[id] else { throw .notFound("The client has no user with this id.") }
        return user
    }
}

extension UserUpdateRequest {
    /// Whether no property other than the status is present.
    var changesStatusOnly: Bool {
        [receiptAccountEmail, firstName, lastName, defaultCurrency, locale].allSatisfy { $0 == nil }
    }
}

extension SensibillUser {

    /// Applies the properties that are present.
    ///
    /// - Throws: A refusal with status 400 for an invalid value.
    mutating func apply(_ change: UserUpdateRequest, in state: SensibillState) throws(SensibillRefusal) {
        if let status = change.status {
            guard status.isKnown else { throw .badRequest("The status does not exist.", .invalidParameterError) }
            self.status = status
        }
        if let address = change.receiptAccountEmail {
            receiptAccountEmail = try state.checkedReceiptAddress(address, for: self)
        }
        if let currency = change.defaultCurrency { defaultCurrency = try knownCurrency(currency) }
        if let wanted = change.locale {
            guard SensibillTables.locales.contains(where: { $0.code == wanted }) else {
                throw .badRequest("The locale is not supported.", .invalidParameterError)
            }
            locale = wanted
        }
        firstName = change.firstName ?? firstName
        lastName = change.lastName ?? lastName
    }

    /// Returns the account in the format for its user.
    func account(at now: Date, withAlerts: Bool) -> UserResponseDto {
        UserResponseDto(
            id: id,
            status: status,
            credentialType: credentialType,
            accessID: accessID,
            email: email,
            receiptAccountEmail: receiptAccountEmail,
            firstName: firstName,
            lastName: lastName,
            locale: locale,
            receiptCounts: UserReceiptCounts(total: documents.count, favorite: 0, thisMonth: recent(now, 30).count),
            emailCounts: UserEmailCounts(total: 0, receipt: 0, nonreceipt: 0),
            folders: folders.map {
                SimplifiedFolderDto(
                    id: $0.id,
                    name: $0.name,
                    color: $0.color,
                    createdAt: $0.createdAt,
                    updatedAt: $0.updatedAt
                )
            },
            notificationSettings: notifications,
            alerts: withAlerts ? [recentlyAdded(now)] : nil
        )
    }

    /// Returns the documents that arrived within a number of days.
    private func recent(_ now: Date, _ days: Double) -> [StoredDocument] {
        documents.filter { $0.arrival > now.addingTimeInterval(-days * 86_400) }
    }

    private func recentlyAdded(_ now: Date) -> AlertDto {
        let list = recent(now, 1).map { document in
            UserReceiptDto(
                id: document.id,
                objectType: "receipt",
                listingSortDate: document.arrival,
                merchantName: document.visibleContent(at: now).merchant?.merchantName
            )
        }
        return AlertDto(name: .recentlyAdded, count: list.count, list: list)
    }
}
