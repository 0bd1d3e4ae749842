extension OperationResolver {

    /// Returns whether the transport or the body of a request determines a header parameter, which is omitted.
    ///
    /// A length or a coding other than that of the body would make the message unreadable. Reports each such name once for
    /// a document.
    func isFraming(_ parameter: ParameterEntry, of entry: OperationEntry) -> Bool {
        let reason: String
        var hint = "Remove it"
        switch parameter.name.lowercased() {
        case "content-length", "transfer-encoding", "host", "connection":
            reason = "the transport sets '\(parameter.name)'"
        case "content-encoding":
            // Without a body, the field describes a stored object. Bytes have the coding that the caller applies.
            let content = entry.requestBody?.content ?? []
            guard !content.allSatisfy({ bodies.form($0) == .binary }) else { return false }
            reason = "the body is sent without the coding that '\(parameter.name)' names"
            hint = "Remove it, or describe the body as bytes, which the caller encodes"
        default: return false
        }
        types.diagnostics.warningOnce(
            "no-effect",
            "This parameter has no effect: \(reason)",
            hint: hint,
            at: parameter.range
        )
        return true
    }
}
