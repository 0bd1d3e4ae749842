@_spi(Generated) import APIRuntime
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// A reader that parses a document into its root element with the system's parser.
struct XMLTree {
    /// The maximum nesting depth of elements, the same as for JSON.
    static let maximumDepth = 512

    /// Returns the root element and its name.
    ///
    /// - Throws: ``DecodingFailure`` if the bytes are not valid XML, declare a document type or are nested too deeply.
    static func root(of body: [UInt8]) throws(DecodingFailure) -> (node: DecodedNode, name: String) {
        // An encoding with two bytes per character would hide a document type declaration.
        guard !body.contains(0) else { throw DecodingFailure(.syntax, "the document is not in UTF-8") }
        guard !declaresType(body) else {
            throw DecodingFailure(.syntax, "the document declares a type, whose entities could grow without end")
        }
        let parser = XMLParser(data: Data(body))
        let builder = XMLTreeBuilder()
        parser.delegate = builder
        let isRead = parser.parse()
        guard !builder.isTooDeep else {
            throw DecodingFailure(.depth, "elements are nested more than \(maximumDepth) levels deep")
        }
        guard isRead, let root = builder.root else {
            throw DecodingFailure(.syntax, "the body is not XML")
        }
        return (root, builder.rootName)
    }

    /// Returns whether a document type declaration precedes the first element.
    private static func declaresType(_ body: [UInt8]) -> Bool {
        let mark = Array("<!DOCTYPE".utf8)
        var index = 0
        while let start = body[index...].firstIndex(of: 0x3C), start + 1 < body.count {
            if body[start...].starts(with: mark) { return true }
            // Comments and processing instructions may precede the first element.
            guard body[start + 1] == 0x21 || body[start + 1] == 0x3F else { return false }
            index = start + 1
        }
        return false
    }
}

/// A parser delegate that keeps the open elements while a document is read.
private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    private(set) var root: DecodedNode?
    private(set) var rootName = ""
    private(set) var isTooDeep = false
    private var open: [(name: String, node: DecodedNode)] = []
    private var count = 0
    /// The prefixes of the namespace of `xsi:nil`, for each open element.
    private var scopes: [Set<String>] = []

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard open.count < XMLTree.maximumDepth else {
            isTooDeep = true
            return parser.abortParsing()
        }
        let prefixes = instancePrefixes(declaredBy: attributes)
        // A dictionary is unordered, but the same document must produce the same value.
        let named = attributes.filter { $0.key != "xmlns" && !$0.key.hasPrefix("xmlns:") && !isNil($0.key, prefixes) }
            .map { (name: Self.local($0.key), value: $0.value) }
            .sorted { $0.name < $1.name }
        count += 1
        let isNull = attributes.contains { isNil($0.key, prefixes) && ["true", "1"].contains($0.value) }
        open.append((Self.local(elementName), DecodedNode(count, attributes: named, isNull: isNull)))
        scopes.append(prefixes)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].node.add(string)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        guard !open.isEmpty else { return }
        open[open.count - 1].node.add(String(decoding: block, as: UTF8.self))
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard let last = open.popLast() else { return }
        scopes.removeLast()
        if open.isEmpty {
            root = last.node.ended()
            rootName = last.name
        } else {
            open[open.count - 1].node.add(last.node.ended(), named: last.name)
        }
    }

    /// Returns the prefixes of the namespace of `xsi:nil` inside an element.
    private func instancePrefixes(declaredBy attributes: [String: String]) -> Set<String> {
        var prefixes = scopes.last ?? []
        for (name, value) in attributes where name.hasPrefix("xmlns:") {
            let prefix = String(name.dropFirst(6))
            if value != XMLNode.instanceNamespace {
                prefixes.remove(prefix)
            } else if prefixes.count < 8 {
                // No document needs more, and each element has a copy.
                prefixes.insert(prefix)
            }
        }
        return prefixes
    }

    private func isNil(_ attribute: String, _ prefixes: Set<String>) -> Bool {
        attribute.hasSuffix(":nil") && prefixes.contains(String(attribute.dropLast(4)))
    }

    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }
}
