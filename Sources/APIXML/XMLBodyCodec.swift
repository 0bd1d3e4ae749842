public import APIRuntime
import Foundation
import XMLCoder

/// Reads and writes XML bodies of the models that the specification describes in XML.
///
/// ```swift
/// var configuration = ClientConfiguration()
/// configuration.bodyCodecs.append(XMLBodyCodec())
/// ```
public struct XMLBodyCodec: BodyCodec {

    /// Creates a codec.
    public init() {}

    /// `application/xml`, `text/xml`, and what ends in `+xml`.
    public func handles(_ mediaType: String) -> Bool {
        mediaType == "application/xml" || mediaType == "text/xml" || mediaType.hasSuffix("+xml")
    }

    /// Writes a body.
    public func encode(
        _ value: JSONValue,
        as type: any JSONCodable.Type,
        root: String?
    ) throws(TransportError) -> [UInt8] {
        let (name, content) = Self.root(of: type, named: root)
        guard let node = XMLWriter().nodes(value, content, name).first else {
            throw TransportError(.invalidRequest, "A value without content cannot be written as XML.")
        }
        let encoder = XMLEncoder()
        do {
            let header = XMLHeader(version: 1.0, encoding: "UTF-8")
            return [UInt8](try encoder.encode(EncodedNode(node), withRootKey: node.name, header: header))
        } catch {
            throw TransportError(
                .invalidRequest,
                "The body cannot be written as XML.",
                underlying: "\(Swift.type(of: error))"
            )
        }
    }

    /// Reads a body.
    public func decode(_ body: [UInt8], as type: any JSONCodable.Type) throws(DecodingFailure) -> JSONValue {
        guard !Self.declaresType(body) else {
            throw DecodingFailure(.syntax, "the document declares a type, whose entities could grow without end")
        }
        let decoder = XMLDecoder(trimValueWhitespaces: false, removeWhitespaceElements: true)
        decoder.shouldProcessNamespaces = true
        let node: DecodedNode
        do {
            node = try decoder.decode(DecodedNode.self, from: Data(body))
        } catch {
            throw DecodingFailure(.syntax, "the body is not XML")
        }
        let (name, content) = Self.root(of: type, named: nil)
        // The root holds the elements of a list, whatever their name.
        if case .list(let inner, _, _) = content {
            return .array(node.children.flatMap(\.nodes).map { XMLReader().value($0, inner) })
        }
        return XMLReader().value(node, content, name)
    }

    /// Whether there is a document type before the first element.
    private static func declaresType(_ body: [UInt8]) -> Bool {
        let mark = Array("<!DOCTYPE".utf8)
        var index = 0
        while let start = body[index...].firstIndex(of: 0x3C), start + 1 < body.count {
            if body[start...].starts(with: mark) { return true }
            // Comments and instructions may come first.
            guard body[start + 1] == 0x21 || body[start + 1] == 0x3F else { return false }
            index = start + 1
        }
        return false
    }

    private static func root(
        of type: any JSONCodable.Type,
        named name: String?
    ) -> (name: XMLName, content: XMLShape.Content) {
        if let model = type as? any XMLRepresentable.Type {
            return (name.map { XMLName($0) } ?? model.xml.name, .model(model))
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
}

extension Array: XMLList {
    fileprivate static var element: (any XMLRepresentable.Type)? { Element.self as? any XMLRepresentable.Type }
}
