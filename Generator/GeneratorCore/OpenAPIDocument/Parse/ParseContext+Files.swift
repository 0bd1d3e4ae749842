import YAMLReader

/// The files that references name.
extension ParseContext {

    /// Whether a reference names its own file by the address in `$self` (OpenAPI 3.2).
    private func namesItself(_ reference: Reference) -> Bool {
        guard let address = sources.roots[reference.file]?["$self"]?.string else { return false }
        return reference.filePath == address || URIText.resolved(reference.filePath, against: address) == address
    }

    /// Returns the number of the file that a reference names; `nil`, without a diagnostic, if there is no such file.
    func file(of reference: Reference) -> Int? {
        guard !reference.filePath.isEmpty, !namesItself(reference) else { return reference.file }
        return path(of: reference).flatMap { sources.number(of: $0, at: reference.range, diagnostics) }
    }

    /// Returns the path of the file that a reference names; `nil` if it is outside the document's folder.
    func path(of reference: Reference) -> String? {
        RelativePath.resolve(reference.filePath, against: files[reference.file].path, below: files[0].path)
    }

    /// Returns the number of the file that a reference names; reads the file the first time.
    func number(of reference: Reference) -> Int? {
        guard !reference.filePath.isEmpty, !namesItself(reference) else { return reference.file }
        guard let path = path(of: reference) else {
            // An address cannot be corrected by moving a file.
            diagnostics.slip(
                "outside-reference",
                "'\(reference.text)' is not inside the folder of the document",
                so: "it is ignored",
                isStrict: isStrict || !reference.filePath.contains("://"),
                hint: "References can name files in the folder of the document or below it, but not network addresses",
                at: reference.range
            )
            return nil
        }
        guard let number = sources.number(of: path, at: reference.range, diagnostics) else {
            diagnostics.error(
                "missing-file",
                "The file '\(path)' cannot be read",
                hint: advice(for: reference),
                at: reference.range
            )
            return nil
        }
        return number
    }
}
