import YAMLReader

/// Replaces inline objects that differ only in the types of their properties by one generic type.
///
/// Many services wrap every response and every body in the same few properties, such as `{ "data": … }` around a
/// different type each time. The name of each such object becomes an alias of an instance of the shared type, so that
/// code for one of them works for all, and the compiler processes the type only once.
struct EnvelopeSharing {

    /// The common part of objects that one type replaces.
    private struct Shape: Hashable {
        /// The properties without their positions; those that may differ also without their types.
        let object: ObjectType
        let varying: [Int]
        /// The nested types, each as the type that is declared for it.
        let nested: [NamedType]

        /// Whether a property is a list whose elements may differ.
        func isList(_ index: Int) -> Bool {
            if case .array = object.properties[index].type { varying.contains(index) } else { false }
        }
    }

    /// The smallest number of objects that are replaced; fewer are easier to read unchanged.
    private static let fewest = 3
    /// The largest number of property names in the name of the shared type.
    private static let mostNames = 4

    /// The types with more than their properties, which remain unchanged.
    let excluded: Set<NamedType>

    /// Marks the types that become instances of shared types.
    ///
    /// - Parameters:
    ///   - types: The types of the module's top level, in document order.
    ///   - isTaken: Whether a name of the top level is in use.
    /// - Returns: The shared types, in the document order of their first instances.
    func run(_ types: [NamedType], isTaken: (Identifier) -> Bool) -> [NamedType] {
        var instances: [Shape: [NamedType]] = [:]
        var shapes: [Shape] = []
        for type in types {
            guard let shape = shape(of: type) else { continue }
            if instances[shape] == nil { shapes.append(shape) }
            instances[shape, default: []].append(type)
        }
        var shared: [NamedType] = []
        var given: Set<Identifier> = []
        for shape in shapes {
            guard let alike = instances[shape], alike.count >= Self.fewest else { continue }
            shared += share(shape, alike) { wanted in
                let name = wanted.free { isTaken($0) || given.contains($0) }
                given.insert(name)
                return name
            }
        }
        return shared
    }

    private func shape(of type: NamedType) -> Shape? {
        guard type.isInline, type.parent == nil, type.original == nil, !excluded.contains(type),
            type.nested.allSatisfy(\.isEnumeration), case .object(var object) = type.content, !object.isTuple
        else { return nil }
        if case .typed = object.additional { return nil }
        var varying: [Int] = []
        for (index, property) in object.properties.enumerated() {
            var bare = property.bare
            if let place = Place(property) {
                bare.type = place.isList ? .array(.json) : .json
                bare.documentation = Documentation()
                varying.append(index)
            }
            object.properties[index] = bare
        }
        let nested = type.nested.map { $0.original ?? $0 }
        return varying.isEmpty ? nil : Shape(object: object, varying: varying, nested: nested)
    }

    /// A property whose type may differ between the objects.
    private struct Place {
        let type: SwiftType
        let isList: Bool

        init?(_ property: PropertyModel) {
            guard property.type.hasNamed, property.initialValue == nil, property.argument == nil,
                property.defaultValue == nil,
                property.rules.isEmpty, !property.isBoxed,
                !property.isDeprecated, property.xml == nil, property.innerXML.isEmpty
            else { return nil }
            switch property.type {
            case .arraySkippingInvalidElements: return nil
            case .array(let element): (type, isList) = (element, true)
            default: (type, isList) = (property.type, false)
            }
        }
    }

    /// Returns a name such as `WithDataHasMoreUrl`: the first property names, and the number of properties if there are
    /// more.
    private func name(of shape: Shape) -> Identifier {
        let names = shape.object.properties.enumerated().map { index, property in
            property.wireName + (shape.isList(index) ? " list" : "")
        }
        let rest = names.count > Self.mostNames ? ["of \(names.count)"] : []
        return SwiftName.type((["with"] + names.prefix(Self.mostNames) + rest).joined(separator: " "))
    }

    /// Returns the shared type, and the types that were nested in the objects.
    private func share(_ shape: Shape, _ alike: [NamedType], free: (Identifier) -> Identifier) -> [NamedType] {
        let objects = alike.compactMap { if case .object(let object) = $0.content { object } else { nil } }
        // Properties with the same type in all objects need no generic parameter.
        let varying = shape.varying.filter { index in
            Set(objects.map { $0.properties[index].type.original }).count > 1
        }
        // Objects that differ only in their comments remain unchanged.
        guard !varying.isEmpty else { return [] }
        let arguments = objects.map { object in varying.compactMap { Place(object.properties[$0])?.type } }
        // An alias cannot contain declarations, so an argument must not be nested in one of the objects.
        guard !arguments.joined().contains(where: { $0.isInside(alike) }) else { return [] }
        let shared = NamedType(
            free(name(of: shape)),
            in: nil,
            pointer: "",
            documentation: Documentation(
                summary: "An envelope with the same properties around values of different types."
            )
        )
        shared.parameters = varying.indices.map { index in
            Identifier(sanitizing: varying.count == 1 ? "Value" : "Value\(index + 1)")
        }
        let raised = alike[0].nested.compactMap { raise($0, from: alike, to: shared, free) }
        let names = Dictionary(uniqueKeysWithValues: zip(alike[0].nested, shared.nested))
        var object = objects[0]
        for index in object.properties.indices {
            object.properties[index].type = object.properties[index].type.replacingNamed { names[$0] ?? $0 }
        }
        for (parameter, index) in zip(shared.parameters, varying) {
            let type = SwiftType.custom(CustomType(path: [parameter], module: nil, jsonKind: .any))
            object.properties[index].type = shape.isList(index) ? .array(type) : type
            if Set(objects.map { $0.properties[index].documentation }).count > 1 {
                object.properties[index].documentation = Documentation()
            }
        }
        shared.content = .object(object)
        for (type, arguments) in zip(alike, arguments) { type.instance = (shared, arguments) }
        return [shared] + raised
    }

    /// Declares a nested type of the objects at the top level.
    ///
    /// The shared type has an alias with the previous name, so that the name is valid inside every instance.
    private func raise(
        _ inner: NamedType,
        from alike: [NamedType],
        to shared: NamedType,
        _ free: (Identifier) -> Identifier
    ) -> NamedType? {
        let name = NamedType(inner.name, in: shared, pointer: "", documentation: inner.documentation)
        name.content = inner.content
        shared.nested.append(name)
        let declared = inner.original ?? inner
        guard let parent = declared.parent, alike.contains(parent) else {
            name.original = declared
            return nil
        }
        let raised = NamedType(
            free(SwiftName.type(shared.name.text + " " + inner.name.text)),
            in: nil,
            pointer: "",
            documentation: inner.documentation
        )
        raised.content = inner.content
        declared.original = raised
        name.original = raised
        return raised
    }
}

extension SwiftType {
    /// Whether the type contains a type that is declared inside one of some types.
    fileprivate func isInside(_ types: [NamedType]) -> Bool {
        var result = false
        _ = replacingNamed { type in
            result = result || type.path.dropLast().contains { types.contains($0) }
            return type
        }
        return result
    }
}

extension NamedType {
    fileprivate var isEnumeration: Bool {
        if case .enumeration = content { true } else { false }
    }
}
