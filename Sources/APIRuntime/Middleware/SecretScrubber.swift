#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// Removes the credentials of a request from the body of an error response that repeats them.
///
/// A server that shows the request in its error page would put them into the texts of errors and logs.
struct SecretScrubber {
    private let secrets: [[UInt8]]

    /// The shortest credential in bytes that is looked for: a shorter one could be part of any word.
    static let minimumLength = 8

    /// Creates a scrubber for the credentials of a request, set by sources, by hand or by middlewares.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - placements: The places of the credentials of its sources, whose names may reveal nothing.
    init(_ head: HTTPRequest, _ placements: [SecurityScheme.Placement] = []) {
        let fields = placements.compactMap(\.fieldName)
        let parameters = placements.compactMap { if case .query(let name) = $0 { name } else { nil } }
        var texts: [String] = []
        for field in head.headerFields
        where CredentialFields.isSecret(field.name.canonicalName) || fields.contains(field.name.canonicalName) {
            texts.append(field.value)
            // The token behind its scheme, and each of several cookies.
            texts += field.value.split { $0 == " " || $0 == ";" || $0 == "," }.map(String.init)
            texts += field.value.split(separator: ";").compactMap {
                $0.split(separator: "=", maxSplits: 1).last.map(String.init)
            }
        }
        let query = (head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        for item in query.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { continue }
            let name = pair[0].removingPercentEscapes() ?? pair[0]
            guard CredentialFields.isSecret(name) || parameters.contains(name) else { continue }
            texts += [pair[1], pair[1].removingPercentEscapes() ?? pair[1]]
        }
        // The forms in which pages and JSON repeat a value.
        texts += texts.flatMap { [$0.percentEncoded(), $0.replacing("/", with: #"\/"#)] }
        let long = Set(texts.map { Array($0.utf8) }.filter { $0.count >= Self.minimumLength })
        secrets = long.sorted { $0.count > $1.count }
    }

    /// Returns the body with an asterisk in place of each byte of a credential.
    func scrubbed(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for secret in secrets { Self.erase(secret, from: &body) }
        return body
    }

    private static func erase(_ secret: [UInt8], from body: inout [UInt8]) {
        guard body.count >= secret.count else { return }
        var index = 0
        while index <= body.count - secret.count {
            if body[index] == secret[0], body[index..<index + secret.count].elementsEqual(secret) {
                for position in index..<index + secret.count { body[position] = UInt8(ascii: "*") }
                index += secret.count
            } else {
                index += 1
            }
        }
    }
}
