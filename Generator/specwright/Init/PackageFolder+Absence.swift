/// The check of a package for files that a template would replace.
extension PackageFolder {

    /// Checks that the files of a template do not exist.
    ///
    /// - Throws: ``Failure`` with those that exist, and a way to continue.
    func checkAbsence(for template: ProjectTemplate) throws {
        let existing = template.paths.filter(exists)
        guard !existing.isEmpty else { return }
        let verb = existing.count == 1 ? "exists" : "exist"
        throw Failure(
            message: "\(existing.joined(separator: ", ")) \(verb), and 'specwright init' replaces nothing. "
                + remedy(template, existing)
        )
    }

    /// Returns the way to continue if files of a template exist.
    private func remedy(_ template: ProjectTemplate, _ existing: [String]) -> String {
        let configuration = ProjectTemplate.configuration
        guard exists(configuration) else {
            guard existing == [ProjectTemplate.exampleDocument] else { return "Move or delete what exists" }
            return "To use this document, run: specwright init --spec \(ProjectTemplate.exampleDocument)"
        }
        let own = template.files.first { $0.path == configuration }
        let isDone = manifest?.contains("\"\(template.names.module)\"") == true
        guard !isDone, let own, !DiskFile.hasOther(than: own.text, at: own.path) else {
            return "To generate again, run: \(generateCommand). To add a document, add it to \(configuration)"
        }
        // The manifest is written last, so an earlier run did not end.
        let started = template.namedAsInNewPackage.paths.filter { exists($0) && !existing.contains($0) }
        let names = (existing + started).joined(separator: ", ")
        return "If an earlier run was interrupted, delete \(names), then run this again"
    }
}
