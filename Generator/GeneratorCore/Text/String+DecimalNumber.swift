extension String {
    /// Whether the text consists of the characters of a decimal number alone.
    var isDecimalNumber: Bool {
        !isEmpty && utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    }
}
