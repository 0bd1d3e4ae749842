/// Makes one set of failures with parameters of several that differ in the types of their bodies alone.
///
/// Where each operation documents a body of its own, the sets would be most of a module.
struct FailureSharing {

    /// Statuses and kinds of bodies; types are numbered as they are met.
    private struct Shape: Hashable {
        let statuses: [String]
        let kinds: [Int]
    }

    /// The fewest sets that become one: fewer read better with the bodies' names.
    private static let fewest = 3

    private var replacements: [FailureSet: (set: FailureSet, bodies: [SwiftType])] = [:]

    /// Finds the sets that have one shape.
    ///
    /// - Parameters:
    ///   - sets: All sets of a document.
    ///   - name: Gives the name of a set with these cases.
    init(_ sets: [FailureSet], name: ([FailureSet.Case]) -> Identifier) {
        var shapes: [Shape: [(set: FailureSet, bodies: [SwiftType])]] = [:]
        for set in sets {
            guard let (shape, bodies) = Self.shape(of: set) else { continue }
            shapes[shape, default: []].append((set, bodies))
        }
        var taken = Set(sets.map(\.name.text))
        for set in sets {
            guard replacements[set] == nil, let (shape, _) = Self.shape(of: set) else { continue }
            let alike = shapes[shape] ?? []
            guard alike.count >= Self.fewest else { continue }
            let shared = Self.shared(set, shape, &taken, name)
            for (set, bodies) in alike { replacements[set] = (shared, bodies) }
        }
    }

    /// The sets that are left.
    func run(_ sets: [FailureSet]) -> [FailureSet] {
        var left: [FailureSet] = []
        for set in sets.map({ replacements[$0]?.set ?? $0 }) where !left.contains(set) { left.append(set) }
        return left
    }

    /// Gives the operations the sets that are left.
    func run(_ groups: inout [OperationGroupModel]) {
        for group in groups.indices {
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let (set, bodies) = replacements[operation.failure] else { continue }
                groups[group].operations[index].failure = set
                groups[group].operations[index].failureBodies = bodies
            }
        }
    }

    private static func shape(of set: FailureSet) -> (Shape, [SwiftType])? {
        var bodies: [SwiftType] = []
        var kinds: [Int] = []
        for item in set.cases {
            switch item.body {
            case .nothing: kinds.append(-1)
            case .text: kinds.append(-2)
            case .data: kinds.append(-3)
            // Lists that leave elements out are read in another way.
            case .json(.arraySkippingInvalidElements), .parameter: return nil
            case .json(let type):
                if let index = bodies.firstIndex(of: type) {
                    kinds.append(index)
                } else {
                    kinds.append(bodies.count)
                    bodies.append(type)
                }
            }
        }
        return bodies.isEmpty ? nil : (Shape(statuses: set.cases.map(\.status), kinds: kinds), bodies)
    }

    private static func shared(
        _ set: FailureSet,
        _ shape: Shape,
        _ taken: inout Set<String>,
        _ name: ([FailureSet.Case]) -> Identifier
    ) -> FailureSet {
        let count = (shape.kinds.max() ?? 0) + 1
        let parameters = (1...count).map { Identifier(sanitizing: count == 1 ? "Body" : "Body\($0)") }
        let cases = zip(set.cases, shape.kinds).map { item, kind in
            let body = kind < 0 ? item.body : .parameter(parameters[kind])
            return FailureSet.Case(status: item.status, name: item.name, body: body)
        }
        var wanted = name(cases)
        while !taken.insert(wanted.text).inserted { wanted = Identifier(sanitizing: wanted.text + "2") }
        return FailureSet(name: wanted, parameters: parameters, cases: cases)
    }
}
