/// The text in which the service gives an app's key: PEM, sometimes with its escapes left in.
enum PublicKeyText {
    /// The key's DER bytes, as SubjectPublicKeyInfo or as PKCS#1; `nil` when the text holds no base64.
    static func der(_ text: String) -> [UInt8]? {
        let plain = text.filter { $0 != "\"" }
            .replacingEscapes()
        let lines = plain.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        let base64 = lines.map { $0.filter { !$0.isWhitespace } }.joined()
        guard !base64.isEmpty else { return nil }
        return StrictBase64.decode(base64)
    }
}

extension String {
    // A body that was escaped twice still holds these two escapes after JSON has been read.
    fileprivate func replacingEscapes() -> String {
        var result = ""
        var rest = self[...]
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first {
                rest.removeFirst()
                result.append(next == "r" || next == "n" ? "\n" : next)
            } else {
                result.append(character)
            }
        }
        return result
    }
}
