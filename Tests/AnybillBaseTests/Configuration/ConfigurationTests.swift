import Foundation
import Testing

@testable import AnybillBase

@Suite("Configuration")
struct ConfigurationTests {
    @Test("without settings the app talks to production and names nobody")
    func nothingSet() {
        let configuration = AnybillConfiguration.fromSettings([:], environment: [:])
        #expect(configuration.clientID == nil)
        #expect(configuration.servers == .production)
    }

    @Test(
        "the setting for the system knows stg and test, anything else is production",
        arguments: [
            ("stg", AnybillEnvironment.staging), ("test", .test), (" STG ", .staging), ("live", .production),
            ("", .production),
        ]
    )
    func environment(setting: String, expected: AnybillEnvironment) {
        let info = ["anybill_base_url": setting]
        #expect(AnybillConfiguration.fromSettings(info, environment: [:]).servers == expected.servers)
    }

    @Test("a setting of the bundle wins over a variable, a variable over nothing")
    func precedence() {
        let variables = ["ANYBILL_CLIENT_ID": "server", "ANYBILL_BASE_URL": "test"]
        let both = AnybillConfiguration.fromSettings(["anybill_client_id": "app"], environment: variables)
        #expect(both.clientID == "app")
        #expect(both.servers == .test)
    }

    @Test("a custom base replaces the App API's host only, whatever the system")
    func customBase() throws {
        let info = ["custom_url_base": "https://gate.example/anybill/", "anybill_base_url": "stg"]
        let servers = AnybillConfiguration.fromSettings(info, environment: [:]).servers
        #expect(servers.app?.absoluteString == "https://gate.example/anybill")
        #expect(servers.identity == AnybillEnvironment.staging.servers.identity)
        #expect(servers.vendor == AnybillEnvironment.staging.servers.vendor)
    }

    @Test(
        "a custom base that is no absolute address is ignored",
        arguments: [
            "", "   ", "gate.example", "ftp://gate.example", "https://", "https://gate.example?x=1",
        ]
    )
    func wrongCustomBase(text: String) {
        let configuration = AnybillConfiguration(customURLBase: text)
        #expect(configuration.servers == .production)
    }
}
