/// A suite of tests that generate single operations.
protocol OperationSuite {}

extension OperationSuite {
    /// The responses of an operation that returns nothing.
    static var done: String { "responses: { '204': { description: Done. } }" }

    /// Generates an operation `a` with the tag `things` from lines of YAML.
    func operation(
        _ path: String = "/a",
        _ method: String = "get",
        _ lines: String,
        schemas: String = "",
        rest: String = ""
    ) -> Snippet {
        let body = lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        return Snippet(
            paths: "'\(path)':\n  \(method):\n    operationId: doIt\n    tags: [things]\n\(body)",
            schemas: schemas,
            rest: rest
        )
    }

    /// Generates an operation `a` of the path `/a` from lines of YAML.
    func operation(_ lines: String, schemas: String = "", rest: String = "") -> Snippet {
        operation("/a", "get", lines, schemas: schemas, rest: rest)
    }

    /// The file of the operation.
    var file: String { "Operations/ThingsOperations.swift" }
}
