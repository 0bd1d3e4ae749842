import AppCoinsAPI
import APIRuntime
import APIServer
import Crypto
import Foundation

/// The addresses and tokens of wallets.
struct WalletTokens: Sendable {
    /// The realm of the tokens that make payments and own purchases.
    static let realm = "appcoins.wallet"

    /// The realm of the tokens that issue new tokens for a user's wallet.
    ///
    /// They can be used repeatedly.
    static let refreshRealm = "appcoins.refresh"

    private let core: SandboxCore
    private let identifiers: IdentifierSource

    /// Creates the token source of one sandbox.
    init(core: SandboxCore) {
        self.core = core
        identifiers = core.identifiers("appcoins.tokens")
    }

    /// Returns the address of a wallet, which is the same for the same name in every sandbox.
    static func address(of name: String) -> String {
        "0x" + hex(Crypto.SHA256.hash(data: Data(name.utf8))).prefix(40)
    }

    /// Returns the address of a guest's wallet.
    static func guestAddress(_ guestUID: String) -> String { address(of: "guest:\(guestUID)") }

    /// Returns a guest's wallet with a new token.
    func guest(_ guestUID: String) -> GuestWalletToken {
        let address = Self.guestAddress(guestUID)
        let signature = Self.hex(Crypto.SHA512.hash(data: Data(address.utf8))) + "1b"
        let token = web(header: ["typ": "EWT"], claims: ["iss": .string(address)], signature: identifiers.hex(130))
        return GuestWalletToken(address: address, ewt: issue(token, for: address), signature: signature)
    }

    /// Returns a user's wallet with a new pair of tokens.
    ///
    /// Earlier tokens remain valid.
    func user(_ address: String) -> UserWalletTokens {
        let header: JSONValue = ["typ": "JWT", "alg": "ES256"]
        let access = web(header: header, claims: ["sub": .string(address)], signature: identifiers.hex(86))
        let refresh = web(
            header: header,
            claims: ["sub": .string(address), "use": "refresh"],
            lifetime: core.configuration.refreshTokenLifetime,
            signature: identifiers.hex(86)
        )
        let issued = core.tokens.issue(
            realm: Self.refreshRealm,
            subject: address,
            isRefreshable: false,
            lifetime: core.configuration.refreshTokenLifetime,
            accessToken: refresh
        )
        return UserWalletTokens(
            address: address,
            authToken: issue(access, for: address),
            refreshToken: issued.accessToken
        )
    }

    /// Returns whether a token was issued for a scheme and is valid.
    func verdict(_ credential: PresentedCredential) -> CredentialVerdict {
        let realm = credential.scheme == "refreshToken" ? Self.refreshRealm : Self.realm
        guard case .bearer(let token) = credential.value, (try? owner(of: token, realm: realm)) != nil else {
            return .refused
        }
        return .accepted
    }

    /// Returns the address of the wallet for which a token was issued.
    ///
    /// - Throws: The reason for refusing the token.
    func owner(of token: String, realm: String = Self.realm) throws(SandboxTokens.Refusal) -> String {
        try core.tokens.check(token, realm: realm).subject
    }

    private func issue(_ token: String, for address: String) -> String {
        core.tokens.issue(realm: Self.realm, subject: address, isRefreshable: false, accessToken: token).accessToken
    }

    private func web(header: JSONValue, claims: JSONValue, lifetime: TimeInterval? = nil, signature: String) -> String {
        var claims = claims
        let end = core.clock.now.addingTimeInterval(lifetime ?? core.configuration.tokenLifetime)
        claims["exp"] = .number(JSONNumber(Int(end.timeIntervalSince1970)))
        return "\(Self.base64URL(header)).\(Self.base64URL(claims)).\(signature)"
    }

    private static func base64URL(_ value: JSONValue) -> String {
        Data(JSONCoding.encode(value)).base64EncodedString()
            .replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }

    private static func hex(_ digest: some Sequence<UInt8>) -> String {
        digest.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0\(text)" : text
        }.joined()
    }
}
