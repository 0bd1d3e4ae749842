/// Which file the operations of a group stand in, and the types that are written inside them.
///
/// A file ends well below two thousand lines. A group that is longer is cut where its paths part, so that an operation
/// stays in its file when others come and go. Types of an operation's own stand beside it: a compiler that reads files
/// in batches takes a fifth less time than with a file for each.
struct OperationFiles {

    /// Operations of a group that share a file.
    struct Section {
        let group: OperationGroupModel
        /// What tells the file from the group's other ones; `nil` when there is one alone.
        let part: Identifier?
        var operations: [OperationModel]
    }

    /// Lines that a file may have by estimate.
    static let budget = 1_300
    /// Lines by estimate up to which what belongs together is not cut.
    static let longest = 1_800

    /// The sections of all groups.
    let sections: [Section]
    private let sectionsByOperation: [String: Int]

    init(_ module: APIModule) {
        var sections: [Section] = []
        for group in module.groups {
            sections += Self.sections(of: group)
        }
        self.sections = sections
        var known: [String: Int] = [:]
        for (index, section) in sections.enumerated() {
            for operation in section.operations {
                known[operation.pointer] = index
            }
        }
        sectionsByOperation = known
    }

    /// The section of the operation inside which a type is written; `nil` for types of the document's own.
    func section(of type: NamedType) -> Int? {
        let steps = type.pointer.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
        guard steps.count == 5, steps[1] == "paths" else { return nil }
        return sectionsByOperation[steps[..<4].joined(separator: "/")]
    }

    private static func sections(of group: OperationGroupModel) -> [Section] {
        guard group.operations.reduce(0, { $0 + $1.estimatedLines }) > budget else {
            return [Section(group: group, part: nil, operations: group.operations)]
        }
        let paths = group.operations.map { $0.path.plain.split(separator: "/") }
        let shared = sharedSteps(paths)
        var sections: [Section] = []
        var places: [Identifier: Int] = [:]
        var lengths: [Int: Int] = [:]
        for (operation, path) in zip(group.operations, paths) {
            let name = SwiftName.type(path.count > shared ? String(path[shared]) : "Root")
            var place = places[name]
            if let known = place, lengths[known, default: 0] + operation.estimatedLines > budget {
                place = nil
            }
            let index = place ?? sections.count
            if place == nil {
                let count = sections.filter { $0.part?.text.hasPrefix(name.text) ?? false }.count
                let part = places[name] == nil ? name : name.numbered(count + 1)
                sections.append(Section(group: group, part: part, operations: []))
                places[name] = index
            }
            sections[index].operations.append(operation)
            lengths[index, default: 0] += operation.estimatedLines
        }
        return sections
    }

    /// Number of steps with which all paths begin.
    private static func sharedSteps(_ paths: [[Substring]]) -> Int {
        guard let first = paths.first else { return 0 }
        return first.indices.first { index in
            paths.contains { $0.count <= index + 1 || $0[index] != first[index] }
        } ?? first.count
    }
}

extension OperationModel {

    /// About how many lines its method and its error have.
    fileprivate var estimatedLines: Int {
        let texts = parameters.map(\.documentation) + [documentation]
        return 16 + 2 * parameters.count + texts.reduce(0) { $0 + $1.estimatedLines } + 20 * links.count
            + (paging == nil ? 0 : 30) + 24 + 5 * failures.count
    }
}

extension NamedType {

    /// About how many lines its declaration has, with what is declared inside it.
    var estimatedLines: Int {
        guard original == nil, instance == nil else { return 4 }
        let inner = nested.reduce(0) { $0 + $1.estimatedLines + 2 }
        switch content {
        case .alias, .pending: return 4
        case .enumeration(let type): return 18 + type.cases.count / 3
        case .union(let union): return 24 + 4 * union.variants.count + inner
        case .responses(let variants): return 20 + 2 * variants.count
        case .object(let object), .form(let object):
            let members = object.properties.reduce(0) { $0 + 6 + $1.documentation.estimatedLines }
            return 24 + members + object.properties.count / 6 + documentation.estimatedLines + inner
        }
    }
}

extension Documentation {

    /// About how many lines of a comment it takes.
    fileprivate var estimatedLines: Int {
        [summary, details].compactMap { $0 }.reduce(0) { lines, text in
            lines + 2 + text.utf8.count / 90 + text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        }
    }
}

extension Array {

    /// The elements in their order, cut where a file would be too long.
    ///
    /// - Parameter lines: About how many lines an element takes.
    /// - Returns: The parts; none for no elements.
    func cut(by lines: (Element) -> Int) -> [[Element]] {
        var result: [[Element]] = []
        var length = OperationFiles.budget
        for element in self {
            length += lines(element)
            if length > OperationFiles.budget {
                result.append([])
                length = lines(element)
            }
            result[result.count - 1].append(element)
        }
        return result
    }
}
