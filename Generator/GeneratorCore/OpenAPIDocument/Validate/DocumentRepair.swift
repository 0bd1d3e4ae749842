import YAMLReader

/// Applies the readings of the faults that ``DocumentRules`` and ``PathRules`` report as slips.
struct DocumentRepair {

    /// Returns the document without contradictions between its parts.
    func repaired(_ document: Document) -> Document {
        var document = document
        let names = Set(document.securitySchemes.map(\.name))
        document.security = document.security.map { known($0, names) }
        var ids: [String: SourceRange] = [:]
        var keys: Set<String> = []
        document.operations = document.operations.filter { operation in
            PathRepair.apply(to: operation)
            operation.parameters = unique(operation.parameters)
            operation.security = operation.security.map { known($0, names) }
            if let id = operation.operationID, let range = operation.operationIDRange {
                if let first = ids[id], first != range {
                    operation.operationID = nil
                }
                ids[id] = ids[id] ?? range
            }
            // A path may be in `paths` and in `x-ms-paths`.
            return keys.insert(operation.key).inserted
        }
        return document
    }

    /// Returns the parameters without those that repeat the name and location of another one.
    private func unique(_ parameters: [ParameterEntry]) -> [ParameterEntry] {
        var known: Set<String> = []
        return parameters.filter { known.insert("\($0.place.rawValue) \($0.name)").inserted }
    }

    /// Returns a requirement without the alternatives that need an unknown scheme.
    private func known(_ requirement: SecurityEntry, _ names: Set<String>) -> SecurityEntry {
        var requirement = requirement
        requirement.alternatives.removeAll { !$0.allSatisfy(names.contains) }
        return requirement
    }
}
