import APIRuntime
public import Foundation
public import SensibillSDK

/// A provider for the tests and previews of an app, without a service.
///
/// ```swift
/// var documents = FakeDocuments()
/// documents.list = { _, _, _ in SensibillAPIModel.GetDocumentListResponseDto(count: 0) }
/// let provider = FakeSensibillProvider(documents: documents)
/// ```
///
/// Tasks behave as those of the service: they can be executed repeatedly, and a `SensibillAPIClient/TaskError` that a
/// closure throws is the error of the task. The input is not checked.
public final class FakeSensibillProvider: SensibillAPIProvider {
    /// The endpoint for the state of the service.
    public let home: any HomeEndpointsProvider
    /// The endpoints for client and user tokens.
    public let authentication: any AuthenticationEndpointsProvider
    /// The endpoints for receipts and invoices.
    public let documents: any DocumentsEndpointsProvider
    /// The endpoints for exports of documents.
    public let exports: any ExportsEndpointsProvider
    /// The endpoints for folders of documents.
    public let folders: any FoldersEndpointsProvider
    /// The endpoints for categories, currencies and locales.
    public let lookups: any LookupsEndpointsProvider
    /// The endpoints for user accounts.
    public let users: any UsersEndpointsProvider
    /// The endpoint for names of merchants.
    public let merchants: any MerchantsEndpointsProvider
    /// The endpoint for receipts in the v1 model of the service.
    public let receipts: any ReceiptsEndpointsProvider

    private let user = LockedState<String?>(nil)

    /// Creates a provider; the tasks of categories that are not passed fail with ``FakeResponseMissing``.
    public init(
        home: any HomeEndpointsProvider = FakeHome(),
        authentication: any AuthenticationEndpointsProvider = FakeAuthentication(),
        documents: any DocumentsEndpointsProvider = FakeDocuments(),
        exports: any ExportsEndpointsProvider = FakeExports(),
        folders: any FoldersEndpointsProvider = FakeFolders(),
        lookups: any LookupsEndpointsProvider = FakeLookups(),
        users: any UsersEndpointsProvider = FakeUsers(),
        merchants: any MerchantsEndpointsProvider = FakeMerchants(),
        receipts: any ReceiptsEndpointsProvider = FakeReceipts()
    ) {
        self.home = home
        self.authentication = authentication
        self.documents = documents
        self.exports = exports
        self.folders = folders
        self.lookups = lookups
        self.users = users
        self.merchants = merchants
        self.receipts = receipts
    }

    /// The identifier of the user whose delegate was set last; `nil` without a user.
    public var cacheIdentifier: String? { user.withLock { $0 } }

    /// Records the user; the delegate is never called.
    public func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withCacheIdentifier cacheIdentifier: String
    ) {
        user.withLock { $0 = cacheIdentifier }
    }

    /// Removes the user.
    public func resetUserAccessTokenDelegate() {
        user.withLock { $0 = nil }
    }
}

/// The error of a task whose response the test has not defined.
public struct FakeResponseMissing: Error, Hashable, Sendable {
    /// The category and the closure to set, for example `documents.list`.
    public let name: String

    /// Creates the error.
    public init(_ name: String) {
        self.name = name
    }
}

extension FakeResponseMissing: LocalizedError {
    /// A description that names the closure to set.
    public var errorDescription: String? {
        "Set the closure \(name) of the fake: the tested code calls it."
    }
}
