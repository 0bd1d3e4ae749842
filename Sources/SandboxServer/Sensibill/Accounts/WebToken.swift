import APIRuntime
import Foundation

/// The claims of a JSON Web Token.
///
/// Signatures are not verified: the sandbox accepts any signature, or none. It serves to try out flows, not to protect
/// data.
struct WebToken: Sendable {
    /// The subject of the token.
    let subject: String
    /// The expiry of the token; `nil` if it specifies none.
    let expiry: Date?

    /// Creates claims from a token of the compact form `header.claims.signature`.
    ///
    /// The signature may be empty or absent.
    ///
    /// - Throws: A refusal with status 400 for another form, an encrypted token, or one without `alg` or `sub`.
    init(_ text: String) throws(SensibillRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count != 5 else { throw .badRequest("Encrypted tokens are not supported here.") }
        guard 2...3 ~= parts.count, let header = Self.object(parts[0]), let claims = Self.object(parts[1])
        else { throw .badRequest("The bearer token is no JSON Web Token.") }
        guard header["alg"]?.string != nil else { throw .badRequest("The token's header has no algorithm.") }
        if let type = header["typ"]?.string, type != "JWT" { throw .badRequest("The token is of another type.") }
        guard let subject = claims["sub"]?.string, !subject.isEmpty else {
            throw .badRequest("The token has no subject.")
        }
        self.subject = subject
        expiry = claims["exp"]?.number.flatMap { Double($0.description) }.map(Date.init(timeIntervalSince1970:))
    }

    private static func object(_ part: String) -> JSONValue? {
        var base64 = part.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), let value = try? JSONCoding.decode(JSONValue.self, from: data),
            value.object != nil
        else { return nil }
        return value
    }
}
