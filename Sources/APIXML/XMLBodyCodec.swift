@_spi(Generated) public import APIRuntime

/// A codec for XML bodies of the models that the specification describes in XML.
///
/// ```swift
/// var configuration = ClientConfiguration(transport: .urlSession)
/// configuration.bodyCodecs.append(XMLBodyCodec())
/// ```
public struct XMLBodyCodec: BodyCodec {

    /// Creates a codec.
    public init() {}

    /// Returns whether the media type is `application/xml`, `text/xml` or ends in `+xml`.
    public func handles(_ mediaType: String) -> Bool {
        mediaType == "application/xml" || mediaType == "text/xml" || mediaType.hasSuffix("+xml")
    }

    /// Encodes a value as an XML body.
    ///
    /// - Throws: `TransportError` with the code `invalidRequest` for a name or a character that XML does not allow.
    public func encode(
        _ value: JSONValue,
        as type: any JSONCodable.Type,
        root: String?
    ) throws(TransportError) -> [UInt8] {
        let (name, content) = Self.root(of: type, named: root)
        let writer = XMLWriter()
        let own = root == nil ? writer.ownName(value, content) : nil
        guard let node = writer.nodes(value, content, own ?? name).first else {
            throw TransportError(.invalidRequest, "A value without content cannot be written as XML.")
        }
        var text = XMLText()
        try text.write(node)
        return text.bytes
    }

    /// Decodes an XML body.
    ///
    /// The root element may have any namespace, the name of the type in place of `root`, and other letter case.
    ///
    /// - Throws: `DecodingFailure` if the bytes are not valid XML, declare a document type or are nested too deeply,
    ///   if the root element has another name, or if selecting the variants of nested unions takes too long.
    public func decode(
        _ body: [UInt8],
        as type: any JSONCodable.Type,
        root: String? = nil
    ) throws(DecodingFailure) -> JSONValue {
        let node = try XMLTree.root(of: body)
        let (name, content) = Self.root(of: type, named: nil)
        if let root, ![root, name.local].contains(where: { $0.lowercased() == node.name.local.lowercased() }) {
            throw DecodingFailure(.mismatch, "the root element is not '\(root)'")
        }
        let reader = XMLReader(node)
        let value: JSONValue
        if case .list(let inner, _, _) = content {
            // The root contains the elements of a list, regardless of their names.
            value = .array(node.elements.map { reader.value($0, inner, variant: $0.name.local) })
        } else {
            value = reader.value(node, content, name, variant: node.name.local)
        }
        try reader.check()
        return value
    }

    private static func root(
        of type: any JSONCodable.Type,
        named name: String?
    ) -> (name: XMLName, content: XMLShape.Content) {
        if let model = type as? any XMLRepresentable.Type {
            return (name.map { XMLName($0) } ?? model.xml.name, .model(model))
        }
        if let choice = type as? any XMLChoice.Type {
            return (XMLName(name ?? "root"), .choice(choice))
        }
        if let list = type as? any XMLList.Type, let choice = list.choice {
            return (XMLName(name ?? "root"), .list(.choice(choice), isWrapped: true))
        }
        if let list = type as? any XMLList.Type, let element = list.element {
            return (
                XMLName(name ?? element.xml.name.local + "s"),
                .list(.model(element), item: element.xml.name, isWrapped: true)
            )
        }
        return (XMLName(name ?? "root"), .any)
    }
}

/// A list of models.
private protocol XMLList {
    static var element: (any XMLRepresentable.Type)? { get }
    static var choice: (any XMLChoice.Type)? { get }
}

extension Array: XMLList {
    fileprivate static var element: (any XMLRepresentable.Type)? { Element.self as? any XMLRepresentable.Type }
    fileprivate static var choice: (any XMLChoice.Type)? { Element.self as? any XMLChoice.Type }
}
