import YAMLReader

/// The files that references name.
extension ParseContext {

    /// Returns the number of the file that a reference names; `nil`, without a diagnostic, if there is no such file.
    func file(of reference: Reference) -> Int? {
        guard !reference.filePath.isEmpty else { return reference.file }
        return addressedFile(reference)
            ?? path(of: reference).flatMap { sources.number(of: $0, at: reference.range, diagnostics) }
    }

    /// Returns the path of the file that a reference names; `nil` if it is outside the folder of references.
    ///
    /// Addresses are paths as well if the file with the reference has an address, in `$self` (OpenAPI 3.2) or next to that
    /// of the document.
    func path(of reference: Reference) -> String? {
        let (file, folder) = (files[reference.file].path, sources.folder)
        if let path = RelativePath.resolve(reference.filePath, against: file, inside: folder) { return path }
        guard let base = address(of: reference.file),
            let relative = URIText.path(from: base, to: URIText.resolved(reference.filePath, against: base))
        else { return nil }
        return RelativePath.resolve(relative, against: file, inside: folder)
    }

    /// Returns the number of the known file whose address in `$self` a reference names; `nil` if there is none.
    private func addressedFile(_ reference: Reference) -> Int? {
        let target = address(of: reference.file).map { URIText.resolved(reference.filePath, against: $0) }
        return sources.roots.firstIndex { root in
            guard let own = root?["$self"]?.string else { return false }
            return own == reference.filePath || own == target
        }
    }

    /// Returns the address of a file; `nil` if neither it nor the document states one.
    func address(of file: Int) -> String? {
        if let own = sources.roots[file]?["$self"]?.string { return own }
        return sources.roots[0]?["$self"]?.string.map {
            URIText.resolved(RelativePath.path(to: files[file].path, from: files[0].path), against: $0)
        }
    }

    /// Returns the number of the file that a reference names; reads the file the first time.
    func number(of reference: Reference) -> Int? {
        guard !reference.filePath.isEmpty else { return reference.file }
        if let known = addressedFile(reference) { return known }
        if path(of: reference) == nil {
            // The address may be that of a file that only later references name by its path.
            sources.readReferenced { _ = file(of: $0) }
            if let known = addressedFile(reference) { return known }
        }
        guard let path = path(of: reference) else {
            // An address cannot be corrected by moving a file.
            diagnostics.slip(
                "outside-reference",
                "'\(reference.text)' is not inside \(sources.folderText)",
                so: "it is ignored",
                isStrict: isStrict || !reference.filePath.contains("://"),
                hint: "References can name files in that folder or below it, but not network addresses",
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
