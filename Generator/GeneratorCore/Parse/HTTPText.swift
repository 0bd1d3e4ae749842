/// What HTTP allows as a name.
enum HTTPText {

    /// What to do about a name that is none.
    static let tokenHint = "Use letters, digits and '-'"

    /// Whether a text can be the name of a header field.
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Whether a text can be a media type or a range of them, without its parameters.
    static func isMediaType(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { isToken($0) }
    }
}
