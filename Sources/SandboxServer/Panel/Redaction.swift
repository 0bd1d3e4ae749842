import APIRuntime
import Foundation
import HTTPTypes

/// The removal of secrets from requests and responses that the control panel shows.
///
/// A value is a secret because of its name, as in `access_token`, or because of its form, as for a JSON Web Token.
enum Redaction {
    /// The replacement of a secret.
    static let mask = "•••"

    /// The longest shown body in bytes.
    static let maximumBody = 4096

    private static let parts = [
        "token", "password", "secret", "signature", "credential", "assertion", "authorization", "cookie", "apikey",
        "jwt", "privatekey", "verifier", "refresh",
    ]
    private static let wholes: Set<String> = [
        "code", "key", "pin", "p", "xapikey", "email", "username", "payload", "developerpayload", "metadata", "guest",
        "guestuid", "accesssecret", "purchasedata",
    ]

    /// Returns whether the values of a name are secrets, ignoring case, hyphens and underscores.
    static func isSecret(name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return wholes.contains(plain) || parts.contains { plain.contains($0) }
    }

    /// Returns whether a string has the form of a credential: a token of the sandbox, a JSON Web Token, or a scheme of
    /// `Authorization` with its value.
    static func isSecret(value: String) -> Bool {
        let lower = value.lowercased()
        if ["bearer ", "basic ", "digest "].contains(where: lower.hasPrefix) { return true }
        if value.hasPrefix("at-") || value.hasPrefix("rt-") { return value.count > 20 }
        let segments = value.split(separator: ".", omittingEmptySubsequences: false)
        return value.hasPrefix("eyJ") && segments.count >= 2
    }

    /// Returns a path without secrets in its segments and its query.
    ///
    /// - Parameters:
    ///   - path: The path without a query.
    ///   - values: The values of the path's parameters by name, percent-encoded.
    ///   - query: The names and percent-encoded values of the query.
    /// - Returns: The path with its query, in which a mask replaces each secret.
    static func path(_ path: String, values: [String: String], query: [(name: String, value: String)]) -> String {
        let hidden = Set(values.filter { isSecret(name: $0.key) }.map(\.value))
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init).map {
            hidden.contains($0) || isSecret(value: $0.removingPercentEncoding ?? $0) ? mask : $0
        }
        let shown = segments.joined(separator: "/")
        guard !query.isEmpty else { return shown }
        return shown + "?" + query.map { "\($0.name)=\(text($0.value, name: $0.name))" }.joined(separator: "&")
    }

    /// Returns a header field's value, or a mask.
    static func header(_ field: HTTPField) -> String { text(field.value, name: field.name.rawName) }

    /// Returns a body without secrets: JSON and forms by their names, and the length of everything else.
    static func body(_ bytes: [UInt8], contentType: String?) -> String {
        guard !bytes.isEmpty else { return "" }
        let type = contentType?.lowercased() ?? ""
        guard bytes.count <= maximumBody else { return "\(bytes.count) bytes" }
        if type.contains("json"), let value = try? JSONCoding.decode(JSONValue.self, from: bytes) {
            return String(decoding: JSONCoding.encode(json(value)), as: UTF8.self)
        }
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return "\(bytes.count) bytes" }
        return String(decoding: bytes, as: UTF8.self).split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
            return pair.count == 2 ? "\(pair[0])=\(text(pair[1], name: pair[0]))" : mask
        }.joined(separator: "&")
    }

    /// Returns a JSON value with its secrets replaced.
    static func json(_ value: JSONValue, name: String = "") -> JSONValue {
        if isSecret(name: name), value != .null { return .string(mask) }
        switch value {
        case .array(let items): return .array(items.map { json($0) })
        case .string(let text): return .string(self.text(text, name: name))
        default: break
        }
        guard let object = value.object else { return value }
        var copy = value
        for member in object.members { copy[member.name] = json(member.value, name: member.name) }
        return copy
    }

    private static func text(_ value: String, name: String) -> String {
        isSecret(name: name) || isSecret(value: value.removingPercentEncoding ?? value) ? mask : value
    }
}
