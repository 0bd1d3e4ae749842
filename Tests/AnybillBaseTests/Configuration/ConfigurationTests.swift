import Foundation
import Testing

@testable import AnybillBase

@Suite("Configuration")
struct ConfigurationTests {
    @Test("without settings, the app uses production and has no client ID")
    func nothingSet() {
        let configuration = AnybillConfiguration.fromSettings([:], environment: [:])
        #expect(configuration.clientID == nil)
        #expect(configuration.servers == .production)
    }

    @Test(
        "the environment setting accepts stg and test, and any other value is production",
        arguments: [
            ("stg", AnybillEnvironment.staging), ("test", .test), (" STG ", .staging), ("live", .production),
            ("", .production),
        ]
    )
    func environment(setting: String, expected: AnybillEnvironment) {
        let info = ["anybill_base_url": setting]
        #expect(AnybillConfiguration.fromSettings(info, environment: [:]).servers == expected.servers)
    }

    @Test("a bundle setting takes precedence over an environment variable")
    func precedence() {
        let variables = ["ANYBILL_CLIENT_ID": "server", "ANYBILL_BASE_URL": "test"]
        let both = AnybillConfiguration.fromSettings(["anybill_client_id": "app"], environment: variables)
        #expect(both.clientID == "app")
        #expect(both.servers == .test)
    }

    @Test("a custom base URL replaces only the App API host, for all environments")
    func customBase() throws {
        let info = ["custom_url_base": "https://gate.example/anybill/", "anybill_base_url": "stg"]
        let servers = AnybillConfiguration.fromSettings(info, environment: [:]).servers
        #expect(servers.app?.absoluteString == "https://gate.example/anybill")
        #expect(servers.identity == AnybillEnvironment.staging.servers.identity)
        #expect(servers.vendor == AnybillEnvironment.staging.servers.vendor)
    }

    @Test(
        "a custom base that is not an absolute URL is ignored",
        arguments: [
            "", "   ", "gate.example", "ftp://gate.example", "https://", "https://gate.example?x=1",
        ]
    )
    func wrongCustomBase(text: String) {
        let configuration = AnybillConfiguration(customURLBase: text)
        #expect(configuration.servers == .production)
    }
}
