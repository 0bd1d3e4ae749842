import APIRuntime
import AnybillAPI
import AnybillBase
import AnybillContentArea
import AppCoinsAPI
import AppCoinsSDK
import SensibillAPI
import SensibillSDK
import URLSessionTransport

/// Imports every product for apps at once, and makes a client of each service.
@main
enum SDK {
    static func main() {
        let anybill = AnybillClient(
            credentials: AnybillCredentials(userToken: .bearer("token")),
            transport: .urlSession
        )
        let sensibill = SensibillClient(
            credentials: SensibillCredentials(userToken: .bearer("token")),
            transport: .urlSession
        )
        let appcoins = AppCoinsClient(
            credentials: AppCoinsCredentials(walletToken: .bearer("token")),
            transport: .urlSession
        )
        print(type(of: anybill), type(of: sensibill), type(of: appcoins))
    }
}
