import Foundation
import Testing

@testable import AnybillBase

@Suite("Configuration")
struct ConfigurationTests {
    private let id = ["anybill_client_id": "app"]

    private func settings(_ info: [String: Any]) throws -> AnybillConfiguration {
        try AnybillConfiguration.fromSettings(info.merging(id) { given, _ in given }, environment: [:])
    }

    @Test("with only a client ID, the app uses production")
    func nothingElseSet() throws {
        let configuration = try settings([:])
        #expect(configuration.clientID == "app")
        #expect(configuration.servers == .production)
    }

    @Test("a missing, empty or wrong client ID is an error", arguments: [nil, "", "  "])
    func clientID(text: String?) throws {
        let info = text.map { ["anybill_client_id": $0] } ?? [:]
        let error = #expect(throws: AnybillConfigurationError.self) {
            try AnybillConfiguration.fromSettings(info, environment: [:])
        }
        #expect(error?.setting == "anybill_client_id")
    }

    @Test(
        "the environment setting accepts stg and test",
        arguments: [("stg", AnybillEnvironment.staging), ("test", .test), (" STG ", .staging)]
    )
    func environment(setting: String, expected: AnybillEnvironment) throws {
        #expect(try settings(["anybill_base_url": setting]).servers == expected.servers)
    }

    @Test("an unknown environment is an error and never production", arguments: ["live", "", "staging", "https://x.y"])
    func unknownEnvironment(setting: String) {
        let error = #expect(throws: AnybillConfigurationError.self) { try settings(["anybill_base_url": setting]) }
        #expect(error?.setting == "anybill_base_url")
    }

    @Test("a setting that is not a string is an error")
    func wrongType() {
        #expect(throws: AnybillConfigurationError.self) { try settings(["custom_url_base": 7]) }
    }

    @Test("a bundle setting takes precedence over an environment variable")
    func precedence() throws {
        let variables = ["ANYBILL_CLIENT_ID": "server", "ANYBILL_BASE_URL": "test"]
        let both = try AnybillConfiguration.fromSettings(["anybill_client_id": "app"], environment: variables)
        #expect(both.clientID == "app")
        #expect(both.servers == AnybillEnvironment.test.servers)
    }

    @Test("a custom base URL receives the calls to the App API and to the identity service, for all environments")
    func customBase() throws {
        let servers = try settings(["custom_url_base": "https://gate.example/anybill/", "anybill_base_url": "stg"])
            .servers
        #expect(servers.app?.absoluteString == "https://gate.example/anybill")
        #expect(servers.identity == servers.app)
    }

    @Test(
        "a custom base that is not an absolute URL is an error and never production",
        arguments: [
            "", "   ", "gate.example", "ftp://gate.example", "https://", "https://gate.example?x=1",
            "HTTPS://gate.example", "https://gate.example/#x", "https://user@gate.example", "https://gate.example?",
        ]
    )
    func wrongCustomBase(text: String) {
        #expect(throws: AnybillConfigurationError.self) { try AnybillConfiguration(customURLBase: text) }
        let error = #expect(throws: AnybillConfigurationError.self) { try settings(["custom_url_base": text]) }
        #expect(error?.setting == "custom_url_base")
        #expect(error.map { "\($0)".contains("gate.example") } == false)
    }

    @Test("in code too, an empty client ID, and a missing one without a gateway, are errors")
    func clientIDInCode() throws {
        for clientID in [nil, "", " "] {
            let error = #expect(throws: AnybillConfigurationError.self) {
                try AnybillConfiguration(clientID: clientID, environment: .test)
            }
            #expect(error?.setting == "anybill_client_id")
        }
        #expect(throws: AnybillConfigurationError.self) {
            try AnybillConfiguration(clientID: "", customURLBase: "https://gate.example")
        }
        let gateway = try AnybillConfiguration(customURLBase: "https://gate.example")
        #expect(gateway.clientID == nil)
        #expect(try AnybillConfiguration(clientID: " app ").clientID == "app")
    }

    @Test(
        "in code too, a base of the identity service that is not an absolute URL is an error",
        arguments: ["ftp://id.example", "https://id.example?x", "id.example", "https://user@id.example", "/path"]
    )
    func identityBaseInCode(text: String) throws {
        let base = try #require(URL(string: text))
        let error = #expect(throws: AnybillConfigurationError.self) {
            try AnybillConfiguration(clientID: "app", identityBase: base)
        }
        #expect(error?.setting == "anybill_identity_url_base")
        var later = AnybillConfiguration(clientID: "app", servers: .test)
        try later.validate()
        later.servers.identity = base
        #expect(throws: AnybillConfigurationError.self) { try later.validate() }
        later.servers = AnybillServers(all: base)
        #expect(throws: AnybillConfigurationError.self) { try later.validate() }
    }

    @Test("custom hosts need no client ID, and the service's own hosts do, however they are spelled")
    func ownHosts() throws {
        let custom = AnybillServers(all: try #require(URL(string: "http://127.0.0.1:8080")))
        try AnybillConfiguration(servers: custom).validate()
        let own = AnybillServers(all: try #require(URL(string: "https://app.anybill.de/")))
        #expect(throws: AnybillConfigurationError.self) { try AnybillConfiguration(servers: own).validate() }
        #expect(throws: AnybillConfigurationError.self) {
            try AnybillConfiguration(clientID: "", servers: custom).validate()
        }
    }

    @Test("a gateway must cover the identity service, unless its base URL is given")
    func uncoveredIdentity() throws {
        let half = AnybillConfiguration(clientID: "app", servers: .custom(appBase: "https://gate.example"))
        let error = #expect(throws: AnybillConfigurationError.self) { try half.validate() }
        #expect(error?.setting == "anybill_identity_url_base")
        let identity = try #require(AnybillServers.production.identity)
        let direct = try AnybillConfiguration(
            clientID: "app",
            customURLBase: "https://gate.example",
            identityBase: identity
        )
        #expect(direct.servers.identity == identity)
        let missing = #expect(throws: AnybillConfigurationError.self) {
            try AnybillConfiguration(customURLBase: "https://gate.example", identityBase: identity)
        }
        #expect(missing?.setting == "anybill_client_id")
        let other = try #require(URL(string: "https://login.example"))
        try AnybillConfiguration(customURLBase: "https://gate.example", identityBase: other).validate()
    }

    @Test("a context whose configuration cannot be used ends the process with the name of the setting")
    func exit() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = AnybillContext(AnybillConfiguration(servers: .production, storage: .memory))
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("The setting anybill_client_id is missing or empty."))
    }

    @Test("the access group of the Keychain is a setting")
    func accessGroup() throws {
        #expect(try settings([:]).keychainAccessGroup == nil)
        #expect(try settings(["anybill_keychain_access_group": "T.group"]).keychainAccessGroup == "T.group")
    }

    @Test("the name of a folder contains its whole path, but not the container, which an update of the app may move")
    func folderNames() {
        func name(_ path: String) -> String { AnybillStorageLocation.name(of: URL(fileURLWithPath: path)) }
        let data = "/var/mobile/Containers/Data/Application"
        let first = name("\(data)/7D1B3A52-7E0B-4E0E-9B9C-0A1B2C3D4E5F/Library/anybill")
        #expect(first == name("\(data)/11111111-2222-3333-4444-555555555555/Library/anybill"))
        #expect(first != name("\(data)/11111111-2222-3333-4444-555555555555/Library/other/anybill"))
        let shared = "/var/mobile/Containers/Shared/AppGroup/11111111-2222-3333-4444-555555555555/Library/anybill"
        #expect(first != name(shared))
        #expect(name("/a/anybill") != name("/b/anybill"))
    }
}
