import APIRuntime
import Foundation
import HTTPTypes

/// Reads one header field, whose values are not encoded.
struct HeaderParameter {
    let explode: Bool

    /// The value, with texts for all scalars.
    func value(of raw: String, _ kind: TextKind) -> JSONValue {
        guard kind == .list || kind == .object else { return .string(raw) }
        let parts = raw.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return .texts(parts, kind, explode: explode) { $0 }
    }

    /// The cookies of a request.
    static func cookies(_ headers: HTTPFields) -> [ServerInput.Item] {
        (headers[.cookie] ?? "").split(separator: ";").compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            let name = halves[0].trimmingCharacters(in: .whitespaces).percentDecoded
            return .init(name: name, rawValue: halves[1].trimmingCharacters(in: .whitespaces))
        }
    }
}
