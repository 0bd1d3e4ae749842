@_spi(Generated) import APIRuntime
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// A reader that parses a document into its root element with the system's parser.
struct XMLTree {
    /// The maximum nesting depth of elements, the same as for JSON.
    static let maximumDepth = 512

    /// Returns the root element.
    ///
    /// - Throws: ``DecodingFailure`` if the bytes are not valid XML, are in an encoding that could hide markup, declare a
    ///   document type, have something after the root element, or are nested too deeply.
    static func root(of body: [UInt8]) throws(DecodingFailure) -> DecodedNode {
        let body = try XMLEncoding.text(of: body)
        guard !declaresType(body) else {
            throw DecodingFailure(.syntax, "the document declares a type, whose entities could grow without end")
        }
        let content = try simplified(body)
        let parser = XMLParser(data: Data(content))
        let builder = XMLTreeBuilder()
        parser.delegate = builder
        let isRead = parser.parse()
        guard !builder.isTooDeep else {
            throw DecodingFailure(.depth, "elements are nested more than \(maximumDepth) levels deep")
        }
        guard isRead, let root = builder.root else {
            throw DecodingFailure(.syntax, "the body is not XML")
        }
        // The parser of some systems ignores what follows the root element.
        guard endsWithRoot(content) else {
            throw DecodingFailure(.syntax, "something follows the document's root element")
        }
        return root
    }

    /// Returns whether a document type declaration precedes the first element.
    private static func declaresType(_ body: [UInt8]) -> Bool {
        var rest = body[...]
        while let start = rest.firstIndex(of: 0x3C) {
            rest = rest[start...]
            // Comments and processing instructions may precede the first element, and may contain any markup.
            if rest.starts(with: "<!--".utf8) {
                rest = skipping(past: "-->", in: rest.dropFirst(4))
            } else if rest.starts(with: "<?".utf8) {
                rest = skipping(past: "?>", in: rest.dropFirst(2))
            } else {
                // Nothing else that begins in this way may precede an element.
                return rest.starts(with: "<!".utf8)
            }
        }
        return false
    }

    /// Returns the bytes after the first occurrence of a mark; no bytes if there is none.
    static func skipping(past mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = Array(mark.utf8)
        var rest = bytes
        while let start = rest.firstIndex(of: mark[0]) {
            rest = rest[start...]
            if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
            rest = rest.dropFirst()
        }
        return []
    }
}

/// A parser delegate that keeps the open elements while a document is read.
private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    private(set) var root: DecodedNode?
    private(set) var isTooDeep = false
    private var open: [DecodedNode] = []
    private var count = 0
    private var scope = XMLScope()

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
        scope.open(attributes)
        let nodes = attributes.filter { XMLScope.prefix(declaredBy: $0.key) == nil }
            .map { DecodedNode(attribute: scope.attribute($0.key), $0.value) }
            // A dictionary is unordered, but the same document must produce the same value.
            .sorted { ($0.name.local, $0.name.prefix ?? "") < ($1.name.local, $1.name.prefix ?? "") }
        let isNull = nodes.contains { isNil($0) && ["true", "1"].contains($0.text) }
        count += 1
        open.append(
            DecodedNode(
                count,
                scope.element(elementName),
                attributes: nodes.filter { !isNil($0) },
                isNull: isNull
            )
        )
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].add(string)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        guard !open.isEmpty else { return }
        open[open.count - 1].addSection(String(decoding: block, as: UTF8.self))
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard let last = open.popLast() else { return }
        scope.close()
        if open.isEmpty {
            root = last.ended()
        } else {
            open[open.count - 1].add(last.ended())
        }
    }

    private func isNil(_ attribute: DecodedNode) -> Bool {
        attribute.name.local == "nil" && attribute.isInstanceAttribute
    }
}
