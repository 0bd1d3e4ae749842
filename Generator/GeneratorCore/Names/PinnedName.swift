import YAMLReader

extension DiagnosticCollector {

    /// Tells of a pinned name that cannot be kept, because generated code has it for something else.
    ///
    /// - Parameters:
    ///   - pin: The name in the document; `nil` where none is pinned.
    ///   - name: The name that was taken.
    ///   - range: What has the name.
    func checkPin(_ pin: String?, became name: Identifier, at range: @autoclosure () -> SourceRange) {
        // What does not fit into a name is told where it is read.
        guard let pin, Identifier(sanitizing: pin) != name else { return }
        self.warning(
            "unkept-name",
            "'\(pin)' is reserved for generated code, so '\(name.text)' is used instead",
            hint: "Choose another name",
            at: range()
        )
    }
}
