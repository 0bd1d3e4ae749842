import AppCoinsAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Routes of attribution, wallets and reports.
struct AppCoinsIdentityRoutes {
    let world: AppCoinsWorld

    func addRoutes(to router: MappedRouter) {
        let attribution = SandboxAttribution(world: world)
        router.on(.get, "/api/v1/attribution", "getAttribution") { input in
            try await attribution.get(
                packageName: input.query("package_name") ?? "",
                userAgent: input.request.header("User-Agent"),
                oemid: input.query("oemid"),
                guestUID: input.query("guest_uid"),
                installerPackageName: input.query("installer_package_name"),
                versionCode: input.query("vercode"),
                timestamp: input.query("timestamp"),
                request: input.request
            ).raw
        }
        addWallets(to: router)
        let reports = SandboxReports(world: world)
        router.onVersioned(.put, "/sdk-ios/{version}/reports/record", "recordReport") { input in
            try await reports.record(body: try input.json(), request: input.request).raw
        }
    }

    private func addWallets(to router: MappedRouter) {
        let wallets = SandboxWallets(world: world)
        router.on(.get, "/appc/guest_wallet", "getGuestWallet") { input in
            try await wallets.guest(id: input.query("id") ?? "", request: input.request).raw
        }
        router.on(.post, "/appc/user_wallet", "refreshUserWallet") { input in
            try await wallets.refreshUser(body: try input.json(), request: input.request).raw
        }
    }
}
