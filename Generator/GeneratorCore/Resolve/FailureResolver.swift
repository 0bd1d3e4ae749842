/// Gathers the documented failures of operations into sets that operations share.
struct FailureResolver {

    let bodies: BodyResolver
    private(set) var sets: [FailureSet] = []

    init(bodies: BodyResolver) {
        self.bodies = bodies
    }

    /// The set of an operation's failures.
    mutating func set(_ responses: [ResponseEntry], operation: String) -> FailureSet {
        let cases = responses.sorted { $0.status < $1.status }.map { response in
            FailureSet.Case(
                status: response.status,
                name: StatusName.member(response.status),
                body: body(response, operation)
            )
        }
        let set = FailureSet(name: name(cases), cases: cases)
        if !sets.contains(set) {
            sets.append(set)
        }
        return set
    }

    /// Lets operations share sets that differ in the types of bodies alone.
    mutating func share(in groups: inout [OperationGroupModel]) {
        let sharing = FailureSharing(sets, name: name)
        sets = sharing.run(sets)
        sharing.run(&groups)
    }

    private func body(_ response: ResponseEntry, _ operation: String) -> FailureBody {
        let name = operation + StatusName.word(response.status) + "Body"
        return switch bodies.response(response, name: name) {
        case .nothing, .variants: .nothing
        case .json(let type): .json(type)
        case .optionalJSON(let type): .json(.optional(type))
        case .text: .text
        case .data: .data
        }
    }

    /// A name made of the statuses and bodies alone: `Failures_400_401_Problem_404`.
    private func name(_ cases: [FailureSet.Case]) -> Identifier {
        guard !cases.isEmpty else { return "Failures" }
        var name = "Failures"
        for (index, item) in cases.enumerated() {
            name += "_" + (item.status == "default" ? "Other" : item.status)
            let isLastOfRun = index + 1 == cases.count || cases[index + 1].body != item.body
            if isLastOfRun {
                // Without a word, the next body would seem to be this one's too.
                let isEmptyBefore = item.body == .nothing && index + 1 < cases.count
                name += isEmptyBefore ? "_Empty" : bodyName(item.body)
            }
        }
        return Identifier(sanitizing: name)
    }

    private func bodyName(_ body: FailureBody) -> String {
        switch body {
        case .nothing: ""
        case .text: "_Text"
        case .data: "_Data"
        case .json(let type): "_" + typeName(type)
        case .parameter(let name): "_" + name.text
        }
    }

    private func typeName(_ type: SwiftType) -> String {
        switch type {
        case .named(let named):
            (bodies.types.isUnclear(named) ? named.module?.text ?? "" : "") + named.path.map(\.name.text).joined()
        case .array(let element), .arraySkippingInvalidElements(let element): "ListOf" + typeName(element)
        case .dictionary(let value): "MapOf" + typeName(value)
        case .optional(let wrapped): "Optional" + typeName(wrapped)
        case .json: "JSON"
        case .custom(let type): type.path.map(\.text).joined()
        default: "\(type)".prefix(1).uppercased() + "\(type)".dropFirst()
        }
    }
}
