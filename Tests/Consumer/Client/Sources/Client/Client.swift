import APIRuntime
import AnybillAPI
import AppCoinsAPI
import SensibillAPI

/// Imports the generated clients alone.
@main
enum Client {
    static func main() {
        print(
            AnybillServers.production.app?.absoluteString ?? "",
            SensibillServers.production,
            AppCoinsServers.production
        )
    }
}
