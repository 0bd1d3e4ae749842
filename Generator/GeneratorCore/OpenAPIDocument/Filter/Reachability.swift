import YAMLReader

/// Finds the components that a part of a document refers to.
struct Reachability {

    let context: ParseContext

    /// Returns the components that everything outside `components` needs, each as its kind and name.
    func components(of root: Node) -> Set<[String]> {
        var search = Search(context: context, components: root["components"])
        for entry in root.mapping?.entries ?? [] where entry.key.text != "components" {
            search.scan(Node(.mapping(Mapping([entry])), range: root.range), in: 0)
        }
        search.run()
        return search.found
    }

    /// A traversal along references.
    private struct Search {
        let context: ParseContext
        let components: Node?
        var found: Set<[String]> = []
        private var files: Set<Int> = [0]
        private var open: [(node: Node, file: Int)] = []

        init(context: ParseContext, components: Node?) {
            self.context = context
            self.components = components
        }

        mutating func run() {
            while let (node, file) = open.popLast() {
                scan(node, in: file)
            }
        }

        mutating func scan(_ node: Node, in file: Int) {
            switch node.value {
            case .sequence(let nodes): nodes.forEach { scan($0, in: file) }
            case .mapping(let mapping):
                for entry in mapping.entries {
                    note(entry, in: file)
                    scan(entry.value, in: file)
                }
            default: break
            }
        }

        private mutating func note(_ entry: Mapping.Entry, in file: Int) {
            switch entry.key.text {
            case "$ref", "operationRef":
                entry.value.string.map { follow(Reference($0, file: file, range: entry.value.range)) }
            case "security":
                markSchemes(entry.value)
            case "discriminator":
                for target in entry.value["mapping"]?.mapping?.entries ?? [] {
                    guard let text = target.value.string else { continue }
                    mark(["schemas", text])
                    follow(Reference(text, file: file, range: target.value.range))
                }
            default: break
            }
        }

        /// Marks the security schemes of requirements, which may also be names alone.
        private mutating func markSchemes(_ node: Node) {
            node.string.map { mark(["securitySchemes", $0]) }
            node.mapping?.entries.forEach { mark(["securitySchemes", $0.key.text]) }
            node.sequence?.forEach { markSchemes($0) }
        }

        private mutating func follow(_ reference: Reference) {
            if reference.file == 0 {
                context.components(named: reference).forEach { mark($0) }
            }
            if reference.filePath.isEmpty, reference.file == 0 {
                let tokens = context.targetPath(of: reference)
                if tokens.count >= 3, tokens[0] == "components" {
                    mark([tokens[1], tokens[2]])
                }
            } else if let file = context.file(of: reference) {
                visit(file, reference)
            }
        }

        /// Adds the target of a reference: the entire file if it is another file, or only the referenced value.
        private mutating func visit(_ file: Int, _ reference: Reference) {
            if file == 0 {
                follow(Reference(reference.fragment, file: 0, range: reference.range))
            } else if files.insert(file).inserted {
                open.append((context.root(of: file).node, file))
            }
        }

        private mutating func mark(_ path: [String]) {
            guard found.insert(path).inserted, let node = components?[path[0]]?[path[1]] else { return }
            open.append((node, 0))
        }
    }
}
