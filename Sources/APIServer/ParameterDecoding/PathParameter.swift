import APIRuntime
import APIRequestDecoding

/// A reader for one parameter of a path.
struct PathParameter {
    let name: String
    let style: PathStyle
    let explode: Bool
    var separator = ParameterShape.Separator.comma

    /// Returns the value, with strings for all scalars.
    ///
    /// - Throws: ``DecodingFailure`` if the parameter exceeds a limit.
    func value(of raw: String, _ kind: TextKind) throws(DecodingFailure) -> TextTree {
        switch style {
        case .simple where separator != .comma && (kind == .list || kind == .object):
            return .parts(separator.split(raw), kind, explode: explode) { $0.percentDecoded }
        case .simple: return delimited(raw, by: ",", kind)
        case .label: return delimited(raw.dropFirst(raw.hasPrefix(".") ? 1 : 0), by: explode ? "." : ",", kind)
        case .matrix:
            let items = raw.split(separator: ";").map { part -> TextItem in
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return TextItem(name: halves[0].percentDecoded, rawValue: halves.count > 1 ? String(halves[1]) : "")
            }
            if kind == .object, explode { return .object(grouping: items.map { ($0.name, $0.value) }) }
            if let tree = try QueryParameter(name: name, style: .form, explode: explode).tree(of: items, kind) {
                return tree
            }
            guard raw.isEmpty else {
                throw DecodingFailure(.invalid, "expected ';\(name)=' before the value")
            }
            return .text("")
        }
    }

    private func delimited(_ raw: some StringProtocol, by separator: Character, _ kind: TextKind) -> TextTree {
        guard kind == .list || kind == .object else { return .text(raw.percentDecoded) }
        let parts = raw.split(separator: separator, omittingEmptySubsequences: raw.isEmpty).map { String($0) }
        return .parts(parts, kind, explode: explode) { $0.percentDecoded }
    }
}
