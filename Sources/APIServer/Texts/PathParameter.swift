import APIRuntime
import APIRequestDecoding

/// A reader for one parameter of a path.
struct PathParameter {
    let name: String
    let style: PathStyle
    let explode: Bool

    /// Returns the value, with strings for all scalars.
    func value(of raw: String, _ kind: TextKind) -> JSONValue {
        switch style {
        case .simple: return delimited(raw, by: ",", kind)
        case .label: return delimited(raw.dropFirst(raw.hasPrefix(".") ? 1 : 0), by: explode ? "." : ",", kind)
        case .matrix:
            let items = raw.split(separator: ";").map { part -> ServerInput.Item in
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return .init(name: halves[0].percentDecoded, rawValue: halves.count > 1 ? String(halves[1]) : "")
            }
            if kind == .object, explode { return .object(items.map { ($0.name, $0.value) }) }
            return QueryParameter(name: name, style: .form, explode: explode).value(in: items.map(\.text), kind)
                ?? .string("")
        }
    }

    private func delimited(_ raw: some StringProtocol, by separator: Character, _ kind: TextKind) -> JSONValue {
        guard kind == .list || kind == .object else { return .string(raw.percentDecoded) }
        return .texts(raw.split(separator: separator).map { String($0) }, kind, explode: explode) { $0.percentDecoded }
    }
}
