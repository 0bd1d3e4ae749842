import Foundation
import PartnerBackend
import SandboxServer

/// The information that a sandbox prints when it starts: addresses and ready-made credentials.
struct Overview {
    private let sections: [(title: String, rows: [(name: String, value: String)])]

    init(_ server: SandboxServer, partner: PartnerBackend? = nil) {
        let base = server.baseURL.absoluteString
        let accounts = server.credentials
        sections =
            [
                ("anybill", [("url", base)] + Self.rows(of: accounts.anybill)),
                ("sensibill", [("url", base)] + Self.rows(of: accounts.sensibill)),
                ("appCoins", [("url", base)] + Self.rows(of: accounts.appCoins)),
                ("control", [("url", "\(base)/sandbox")]),
            ] + Self.rows(of: partner)
    }

    /// The sections as text, with rows below their titles.
    var text: String {
        sections.map { section in
            let width = section.rows.map(\.name.count).max() ?? 0
            let rows = section.rows.map { row in
                let value = row.value.split(separator: "\n").joined(separator: "\n    ")
                return "  " + row.name.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + value
            }
            return ([section.title] + rows).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The same information as one line of JSON: an object of objects with string values.
    var json: String {
        let object = Dictionary(
            uniqueKeysWithValues: sections.map { section in
                (section.title, Dictionary(uniqueKeysWithValues: section.rows.map { ($0.name, $0.value) }))
            }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(object)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static func rows(of partner: PartnerBackend?) -> [(title: String, rows: [(name: String, value: String)])] {
        guard let partner, let token = partner.tokenURL, let webhook = partner.webhookURL else { return [] }
        return [("partner", [("tokenUrl", token.absoluteString), ("webhookUrl", webhook.absoluteString)])]
    }

    /// Returns the names and strings of a value's properties.
    ///
    /// The names of nested properties contain a dot.
    private static func rows(of value: Any, prefix: String = "") -> [(name: String, value: String)] {
        Mirror(reflecting: value).children.flatMap { child -> [(name: String, value: String)] in
            let name = prefix + (child.label ?? "")
            switch child.value {
            case let text as String: return text.isEmpty ? [] : [(name, text)]
            case let number as Int: return [(name, String(number))]
            case let url as URL: return [(name, url.absoluteString)]
            default: return rows(of: child.value, prefix: "\(name).")
            }
        }
    }
}
