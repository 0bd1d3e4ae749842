/// A type of a generated module with a value in JSON, for the code of a new project.
public struct FirstModel: Hashable, Sendable {
    /// The name of the type: `Pet`.
    public let type: String
    /// An object with the required properties, whose names contain no special characters: `{"id": 1}`.
    public let json: String

    /// Selects the first object whose required properties are numbers, strings or Booleans; one that has any if there is
    /// one.
    ///
    /// `nil` if there is no such type.
    init?(_ context: TranslationContext) {
        let models = context.module.types.compactMap { Self.model($0, context) }
        guard let first = models.first(where: { $0.json != "{}" }) ?? models.first else { return nil }
        self = first
    }

    private init(type: String, json: String) {
        self.type = type
        self.json = json
    }

    private static func model(_ type: NamedType, _ context: TranslationContext) -> FirstModel? {
        guard case .object(let object) = type.content, type.module == nil, type.parameters.isEmpty,
            !object.isTuple, !object.areOthersFiles
        else { return nil }
        let needed = object.properties.filter { $0.presence == .required || $0.presence == .nullable }
        let members = needed.compactMap(member)
        guard members.count == needed.count else { return nil }
        var speller = TypeSpeller(context)
        return FirstModel(type: speller.spell(.named(type)).text, json: "{\(members.joined(separator: ", "))}")
    }

    /// Returns a property with a simple value; `nil` if it has another type or only one value.
    private static func member(_ property: PropertyModel) -> String? {
        let isPlain = property.wireName.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_.".utf8.contains(byte)
        }
        guard isPlain, property.initialValue == nil, let value = value(of: property.type) else { return nil }
        return "\"\(property.wireName)\": \(value)"
    }

    /// Returns a value of a simple type.
    private static func value(of type: SwiftType) -> String? {
        switch type {
        case .string: "\"1\""
        case .int, .uint64, .double, .float, .decimal: "1"
        case .bool: "true"
        default: nil
        }
    }
}
