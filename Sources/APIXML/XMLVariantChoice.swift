@_spi(Generated) import APIRuntime

/// A selection of the variant of a union that matches an element or a value.
struct XMLVariantChoice {

    private let variants: [XMLVariants.Variant]
    private let discriminator: String?
    private let choices: XMLChoices?

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - type: The union.
    ///   - choices: The record of the work for a document that is read; `nil` for a value that is written.
    init(_ type: any XMLChoice.Type, _ choices: XMLChoices? = nil) {
        self.choices = choices
        variants = type.xmlVariants.variants
        discriminator = type.xmlVariants.discriminator
    }

    /// Returns the shape of an element.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - name: The element's name, if it may be that of a variant; `nil` if not.
    ///   - read: Returns the element's value as a model; `nil` if it must not be tried.
    /// - Returns: The shape, chosen by the discriminator, by the name, or by the smallest number of unknown properties.
    func content(
        of node: DecodedNode,
        named name: String?,
        _ read: (any XMLRepresentable.Type) -> JSONValue?
    ) -> XMLShape.Content {
        guard !node.children.isEmpty else { return scalar(node.text ?? "") }
        if let tagged = models.first(where: { tags($0, node).contains(where: $0.variant.tags.contains) }) {
            return .model(tagged.type)
        }
        if let name, let named = models.first(where: { $0.type.xml.name.local == name }) {
            return .model(named.type)
        }
        return closest { model in
            read(model).map { ($0, node.children.filter { !knows(model, $0.name) }.count) }
        }
    }

    /// Returns the shape in which to write a value.
    func content(of value: JSONValue) -> XMLShape.Content {
        guard let object = value.object else { return .any }
        if let discriminator, let tag = object[discriminator]?.string,
            let tagged = models.first(where: { $0.variant.tags.contains(tag) })
        {
            return .model(tagged.type)
        }
        return closest { model in
            let known = Set(model.xml.members.map(\.key))
            return (value, object.members.filter { !known.contains($0.name) }.count)
        }
    }

    private typealias ModelVariant = (variant: XMLVariants.Variant, type: any XMLRepresentable.Type)

    private var models: [ModelVariant] {
        variants.compactMap { variant in
            if case .model(let type) = variant.content { (variant, type) } else { nil }
        }
    }

    /// Returns the model that can decode a value with the fewest unknown properties.
    private func closest(_ reading: (any XMLRepresentable.Type) -> (JSONValue, unknown: Int)?) -> XMLShape.Content {
        var best: (type: any XMLRepresentable.Type, unknown: Int)?
        for model in models {
            guard let (value, unknown) = reading(model.type), unknown < best?.unknown ?? .max,
                isReadable(value, as: model.type)
            else { continue }
            best = (model.type, unknown)
        }
        return best.map { .model($0.type) } ?? .any
    }

    private func isReadable(_ value: JSONValue, as type: any XMLRepresentable.Type) -> Bool {
        guard choices?.isExhausted != true else { return false }
        guard let type = type as? any JSONCodable.Type else { return true }
        func decodes<T: JSONCodable>(_: T.Type) -> Bool {
            do throws(DecodingFailure) {
                _ = try value.decode(T.self)
                return true
            } catch {
                choices?.note(error)
                return false
            }
        }
        return decodes(type)
    }

    private func tags(_ model: ModelVariant, _ node: DecodedNode) -> [String] {
        guard let discriminator, let member = model.type.xml.members.first(where: { $0.key == discriminator }) else {
            return []
        }
        return node.nodes(named: member.name.local).compactMap(\.text)
    }

    private func knows(_ type: any XMLRepresentable.Type, _ name: String) -> Bool {
        type.xml.members.contains { $0.nodeName.local == name }
    }

    /// Returns the shape of a string: a number or a Boolean if there is a variant for it, or a string.
    private func scalar(_ text: String) -> XMLShape.Content {
        var content: XMLShape.Content?
        for variant in variants {
            switch variant.content {
            case .boolean where text == "true" || text == "false": return .boolean
            case .number where JSONNumber(text) != nil: return .number
            case .string, .any: content = content ?? .string
            // An element without children may be a model without required properties.
            case .model(let type) where text.allSatisfy(\.isWhitespace) && isReadable([:], as: type):
                content = content ?? variant.content
            default: break
            }
        }
        return content ?? .string
    }
}
