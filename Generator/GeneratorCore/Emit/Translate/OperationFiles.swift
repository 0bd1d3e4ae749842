/// The files of a group's operations, and the types that are declared in them.
///
/// A file has well below two thousand lines. A longer group is split where its paths diverge, so that an operation
/// stays in its file when others are added or removed. Types of a single operation are in the same file: a compiler
/// that reads files in batches is a fifth faster than with a file for each type.
struct OperationFiles {

    /// The operations of a group that share a file.
    struct Section {
        let group: OperationGroupModel
        /// The part of the file's name that distinguishes it from the group's other files; `nil` if there is only one.
        let part: Identifier?
        var operations: [OperationModel]
    }

    /// The estimated number of lines that a file may have.
    static let budget = 1_300
    /// The estimated number of lines up to which related declarations are not split.
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

    /// Returns the section of the operation that a type is declared in; `nil` for types of the document.
    func section(of type: NamedType) -> Int? {
        let pointer = type.pointer
        let steps = pointer.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 4, omittingEmptySubsequences: false)
        guard steps.count == 5, ["paths", "x-ms-paths"].contains(where: { steps[1].elementsEqual($0.utf8) }) else {
            return nil
        }
        return sectionsByOperation[String(pointer[..<steps[3].endIndex])]
    }

    private static func sections(of group: OperationGroupModel) -> [Section] {
        let estimates = group.operations.map(\.estimatedLines)
        guard estimates.reduce(0, +) > budget else {
            return [Section(group: group, part: nil, operations: group.operations)]
        }
        let paths = group.operations.map { $0.path.plain.split(separator: "/") }
        let shared = sharedSteps(paths)
        var sections: [Section] = []
        var places: [Identifier: Int] = [:]
        var lengths: [Int: Int] = [:]
        for ((operation, path), lines) in zip(zip(group.operations, paths), estimates) {
            let name = SwiftName.type(path.count > shared ? String(path[shared]) : "Root")
            var place = places[name]
            if let known = place, lengths[known, default: 0] + lines > budget {
                place = nil
            }
            let index = place ?? sections.count
            if place == nil {
                // Most names are new, and a group may have thousands.
                let part = places[name] == nil ? name : name.numbered(count(name, sections) + 1)
                sections.append(Section(group: group, part: part, operations: []))
                places[name] = index
            }
            sections[index].operations.append(operation)
            lengths[index, default: 0] += lines
        }
        return sections
    }

    /// Returns the number of sections whose parts begin with a name.
    private static func count(_ name: Identifier, _ sections: [Section]) -> Int {
        sections.count { $0.part?.text.hasPrefix(name.text) ?? false }
    }

    /// Returns the number of steps that all paths start with.
    private static func sharedSteps(_ paths: [[Substring]]) -> Int {
        guard let first = paths.first else { return 0 }
        return first.indices.first { index in
            paths.contains { $0.count <= index + 1 || $0[index] != first[index] }
        } ?? first.count
    }
}

extension OperationModel {

    /// The estimated number of lines of its method and its error.
    fileprivate var estimatedLines: Int {
        let texts = parameters.map(\.documentation) + [documentation]
        return 16 + 2 * parameters.count + texts.reduce(0) { $0 + $1.estimatedLines } + 20 * links.count
            + (paging == nil ? 0 : 30) + 24 + 5 * failures.count
            + alternatives.count * (20 + 2 * parameters.count)
    }
}

extension NamedType {

    /// The estimated number of lines of its declaration, with nested types.
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

    /// The estimated number of lines of a comment.
    fileprivate var estimatedLines: Int {
        [summary, details].compactMap { $0 }.reduce(0) { lines, text in
            lines + 2 + text.utf8.count / 90 + text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        }
    }
}

extension Array {

    /// Splits the elements, in order, where a file would be too long.
    ///
    /// - Parameter lines: Returns the estimated number of lines of an element.
    /// - Returns: The parts; empty if there are no elements.
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
