/// The PEM string in which the service returns an app's key, sometimes with escape sequences left in it.
enum PublicKeyText {
    /// Returns the key's DER bytes, as SubjectPublicKeyInfo or as PKCS#1; `nil` if the string contains no Base64.
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
    // A string that was escaped twice still contains these two escape sequences after the JSON has been decoded.
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
