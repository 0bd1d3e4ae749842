import AppCoinsAPI
import APIServer

extension AppCoinsWorld {
    /// Returns the address of the wallet whose token a request contains.
    ///
    /// - Throws: The error for status 401 if the token is missing, expired or unknown.
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

    /// Returns the app with a bundle identifier.
    ///
    /// - Throws: The error for status 404 if the app is unknown.
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

    /// Returns one page of a list.
    ///
    /// - Throws: The error for status 400 if the size or the position is invalid.
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
