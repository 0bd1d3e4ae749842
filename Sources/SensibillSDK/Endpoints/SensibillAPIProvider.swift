/// The endpoints of the service, by category, with the user whose tokens they use.
///
/// Retain the provider as long as you use it. Endpoints that need a user token take it from the delegate that is set
/// when a task is executed; without one they fail with
/// ``SensibillAPIClient/TaskError/missingUserAccessToken``.
public protocol SensibillAPIProvider: AnyObject, Sendable {
    /// State of the service.
    var home: any HomeEndpointsProvider { get }

    /// Tokens of clients and users.
    var authentication: any AuthenticationEndpointsProvider { get }

    /// Receipts and invoices.
    var documents: any DocumentsEndpointsProvider { get }

    /// Files made from many documents.
    var exports: any ExportsEndpointsProvider { get }

    /// Groups of documents.
    var folders: any FoldersEndpointsProvider { get }

    /// Categories, currencies and locales.
    var lookups: any LookupsEndpointsProvider { get }

    /// Accounts.
    var users: any UsersEndpointsProvider { get }

    /// Names of merchants.
    var merchants: any MerchantsEndpointsProvider { get }

    /// Receipts as the older generation of the service sees them.
    var receipts: any ReceiptsEndpointsProvider { get }

    /// Sets whose tokens are used from now on.
    ///
    /// - Parameters:
    ///   - delegate: Gives the tokens. Held weakly: retain it yourself.
    ///   - cacheIdentifier: Says whose tokens they are; unique for a user and the same in every session. It is given
    ///     back to the delegate with each question.
    func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withCacheIdentifier cacheIdentifier: String
    )

    /// Forgets the user: everything that needs a user token fails from now on, also what waits for one.
    func resetUserAccessTokenDelegate()
}

extension SensibillAPIProvider {
    /// Sets whose tokens are used, under the label of newer releases.
    public func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withUserIdentifier userIdentifier: String
    ) {
        setUserAccessTokenDelegate(delegate, withCacheIdentifier: userIdentifier)
    }
}

/// Endpoints of one category.
public protocol EndpointsProvider: Sendable {
    /// The generation of the service that the category is of.
    var version: EndpointVersion { get }
}

/// A generation of the service.
public enum EndpointVersion: String, Sendable {
    /// Built around receipts.
    case v1
    /// Built around documents.
    case v2
}
