extension String {
    /// Whether the string contains only characters of a decimal number.
    var isDecimalNumber: Bool {
        !isEmpty && utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    }
}
