import Foundation

/// The check of a package for files that a template would replace.
extension PackageFolder {

    /// Returns the template of an earlier run that was terminated before it changed the manifest, which this run can
    /// complete; `nil` without such a run.
    ///
    /// - Parameter template: The template of this run, which has other names if the earlier one made folders with the
    ///   usual ones.
    /// - Returns: The template, whose files exist with the same content, or not at all.
    func unfinished(_ template: ProjectTemplate) -> ProjectTemplate? {
        guard exists(ProjectTemplate.configuration) else { return nil }
        let usual = template.namedAsInNewPackage
        let others = Set(usual.files.map(\.path)).subtracting(template.files.map(\.path))
        let isUsual = others.contains { exists($0) || exists($0 + DiskFile.replacementSuffix) }
        let found = isUsual ? usual : template
        return isUnfinished(found) ? found : nil
    }

    private func isUnfinished(_ template: ProjectTemplate) -> Bool {
        let names = template.modules + [template.names.feature, template.names.tests]
        guard !names.contains(where: { manifest?.contains("\"\($0)\"") == true }) else { return false }
        return !template.files.contains { DiskFile.hasOther(than: $0.text, at: $0.path) }
            && template.contents.allSatisfy { folder, names in
                let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return Set(found).isSubset(of: names + names.map { $0 + DiskFile.replacementSuffix })
            }
    }

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
