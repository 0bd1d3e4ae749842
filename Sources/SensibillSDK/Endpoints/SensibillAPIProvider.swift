/// The endpoints of the service by category, and the user whose tokens they use.
///
/// Retain the provider as long as you use it. Endpoints that need a user token request it from the current delegate
/// when a task is executed; without a delegate, the task fails with
/// ``SensibillAPIClient/TaskError/missingUserAccessToken``.
public protocol SensibillAPIProvider: AnyObject, Sendable {
    /// The endpoint for the state of the service.
    var home: any HomeEndpointsProvider { get }

    /// The endpoints for client and user tokens.
    var authentication: any AuthenticationEndpointsProvider { get }

    /// The endpoints for receipts and invoices.
    var documents: any DocumentsEndpointsProvider { get }

    /// The endpoints for exports of documents.
    var exports: any ExportsEndpointsProvider { get }

    /// The endpoints for folders of documents.
    var folders: any FoldersEndpointsProvider { get }

    /// The endpoints for categories, currencies and locales.
    var lookups: any LookupsEndpointsProvider { get }

    /// The endpoints for user accounts.
    var users: any UsersEndpointsProvider { get }

    /// The endpoint for names of merchants.
    var merchants: any MerchantsEndpointsProvider { get }

    /// The endpoint for receipts in the v1 model of the service.
    var receipts: any ReceiptsEndpointsProvider { get }

    /// Sets the delegate that provides the user's tokens from now on.
    ///
    /// - Parameters:
    ///   - delegate: The delegate that provides the tokens. It is held weakly: retain it yourself.
    ///   - cacheIdentifier: The identifier of the user; unique for a user and the same in every session. The provider
    ///     passes it to each method of the delegate.
    func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withCacheIdentifier cacheIdentifier: String
    )

    /// Removes the user: every task that needs a user token fails from now on, including tasks that wait for a token.
    func resetUserAccessTokenDelegate()
}

extension SensibillAPIProvider {
    /// Sets the delegate that provides the user's tokens, with the argument label of newer releases.
    public func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withUserIdentifier userIdentifier: String
    ) {
        setUserAccessTokenDelegate(delegate, withCacheIdentifier: userIdentifier)
    }
}

/// A type with the endpoints of one category.
public protocol EndpointsProvider: Sendable {
    /// The version of the API that the category belongs to.
    var version: EndpointVersion { get }
}

/// A version of the service's API.
public enum EndpointVersion: String, Sendable {
    /// The version whose model is the receipt.
    case v1
    /// The version whose model is the document.
    case v2
}
