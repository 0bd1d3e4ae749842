import AppCoinsAPI
import APIServer

extension AppCoinsWorld {
    /// Address of the wallet that a request speaks for.
    ///
    /// - Throws: 401 when the token is missing, over or unknown.
    func owner<Failure: TokenError>(
        of request: ServerRequest,
        realm: String = WalletTokens.realm,
        failing: Failure.Type
    ) throws(Failure) -> String {
        guard let token = request.bearer else {
            throw Failure.unauthorized(.unauthorized(request, "A bearer token is needed."))
        }
        do {
            return try wallets.owner(of: token, realm: realm)
        } catch .expired {
            throw Failure.unauthorized(.unauthorized(request, "The token has expired."))
        } catch {
            throw Failure.unauthorized(.unauthorized(request, "The token is not known."))
        }
    }

    /// The app of that bundle identifier.
    ///
    /// - Throws: 404 when it is not known.
    func app<Failure: MissingResourceError>(
        _ domain: String,
        for request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> SandboxApp {
        guard let app = app(domain) else {
            throw Failure.notFound(.notFound(request, "The application does not exist."))
        }
        return app
    }

    /// One page of a list.
    ///
    /// - Throws: 400 when the size or the position cannot be used.
    func page<Item, Failure: ServiceProblemError>(
        _ items: [Item],
        id: (Item) -> String,
        limit: Int?,
        cursor: String?,
        for request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> ListPage<Item> {
        let size = limit ?? settings.pageSize
        guard (1...100).contains(size) else {
            throw Failure.badRequest(.invalid(request, "limit", "limit is a number from 1 to 100."))
        }
        guard let page = ListPage(items, id: id, size: size, cursor: cursor) else {
            throw Failure.badRequest(.invalid(request, "cursor", "cursor is not one that a page named."))
        }
        return page
    }
}
