import YAMLReader

extension DiagnosticCollector {

    /// Reports a pinned name that cannot be used, because generated code reserves it.
    ///
    /// - Parameters:
    ///   - pin: The name in the document; `nil` if none is pinned.
    ///   - name: The name that is used.
    ///   - range: The range of the named element.
    func checkPin(_ pin: String?, became name: Identifier, at range: @autoclosure () -> SourceRange) {
        // Characters that an identifier cannot contain are reported when the name is parsed.
        guard let pin, Identifier(sanitizing: pin) != name else { return }
        self.warning(
            "unkept-name",
            "'\(pin)' is reserved for generated code, so '\(name.text)' is used instead",
            hint: "Choose another name",
            at: range()
        )
    }
}
