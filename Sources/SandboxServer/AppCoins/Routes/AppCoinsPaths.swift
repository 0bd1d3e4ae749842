import APIServer

/// Where the operations of the service's hosts are in one sandbox, as ``AppCoinsServers/sandbox(at:version:)`` has them.
enum AppCoinsPaths {
    /// The paths of an operation; `{version}` is `8.` and eight digits.
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

    /// What a developer's own server looks up has versions in its paths: any will do.
    private static func serverPaths(of source: RouteSource) -> [String] {
        let path = source.path.replacing(/8\.[0-9]{8}/, with: "{version}")
        switch source.operation {
        // The checkout has the same path at its own versions.
        case "getServerTransaction": return [source.path]
        // The second is the call's older address, which the documentation still shows.
        case "verifyServerPurchase": return [path, path.replacing("/productv2/", with: "/product/")]
        default: return [path]
        }
    }

    /// Refuses a version that there cannot be.
    static func checkVersion(_ input: ServerInput) throws {
        guard let version = input.pathValues["version"] else { return }
        guard version.wholeMatch(of: /8\.[0-9]{8}/) != nil else {
            throw AppCoinsRefusal.problem(404, .notFound(input.about, "There is no such version."))
        }
    }
}
