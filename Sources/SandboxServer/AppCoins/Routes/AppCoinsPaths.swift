import APIServer

/// The paths of the operations of all hosts in one sandbox, which match ``AppCoinsServers/sandbox(at:version:)``.
enum AppCoinsPaths {
    /// Returns the paths of an operation.
    ///
    /// `{version}` is `8.` and eight digits.
    @Sendable
    static func paths(of source: RouteSource) -> [String] {
        switch source.server {
        case nil: ["/productv2/{version}\(source.path)"]
        case "wallet": ["/appc\(source.path)"]
        case "broker": ["/broker/{version}\(source.path)"]
        case "reports": ["/sdk-ios/{version}\(source.path)"]
        case "serverToServer": serverPaths(of: source)
        default: [source.path]
        }
    }

    /// Returns the paths of a server-side lookup, with its fixed version replaced by `{version}`.
    private static func serverPaths(of source: RouteSource) -> [String] {
        let path = source.path.replacing(/8\.[0-9]{8}/, with: "{version}")
        switch source.operation {
        // The checkout uses the same path at its own versions.
        case "getServerTransaction": return [source.path]
        // The second path is an older address of the operation, which the documentation still contains.
        case "verifyServerPurchase": return [path, path.replacing("/productv2/", with: "/product/")]
        default: return [path]
        }
    }

    /// Refuses a request with an invalid version.
    ///
    /// - Throws: The response with status 404.
    static func checkVersion(_ input: ServerInput) throws {
        guard let version = input.pathValues["version"] else { return }
        guard version.wholeMatch(of: /8\.[0-9]{8}/) != nil else {
            throw AppCoinsRefusal.problem(404, .notFound(input.about, "There is no such version."))
        }
    }
}
