@_spi(Generated) import APIRuntime
import Testing

@testable import APIXML

/// Tests of documents that are read in minutes or never if the work grows faster than their size.
@Suite("Work of reading XML", .timeLimit(.minutes(1)))
struct XMLWorkTests {

    private let codec = XMLBodyCodec()

    private func value(_ text: String, as type: any JSONCodable.Type) throws -> JSONValue {
        try codec.decode(Array(text.utf8), as: type)
    }

    @Test("many different names of elements are read")
    func names() throws {
        let count = 60_000
        let text = "<root>" + (0..<count).map { "<a\($0)/>" }.joined() + "</root>"
        for type in [JSONValue.self, Leaf.self] as [any JSONCodable.Type] {
            let members = try value(text, as: type).object?.members ?? []
            #expect(members.count == count)
            #expect(members.last?.name == "a\(count - 1)")
        }
    }

    @Test("many declarations of namespaces are read")
    func namespaces() throws {
        let declarations = (0..<20_000).map { " xmlns:p\($0)='urn:\($0)'" }.joined()
        let (start, end) = (String(repeating: "<a xmlns:q='urn:q'>", count: 500), String(repeating: "</a>", count: 500))
        let siblings = String(repeating: "<b xmlns:q='urn:q'/>", count: 20_000)
        let value = try value("<leaf\(declarations)>\(start)\(end)\(siblings)</leaf>", as: Leaf.self)
        #expect(value["b"]?.array?.count == 20_000)
    }

    @Test("an unknown element replaces a property that has its name")
    func replaced() throws {
        let value = try value("<leaf><title>a</title><key>b</key><other/></leaf>", as: Leaf.self)
        #expect(value == ["key": "b", "other": ""])
    }

    @Test("text of many pieces is read")
    func pieces() throws {
        let text = "<root>" + String(repeating: "&lt;", count: 1_000) + "</root>"
        #expect(try value(text, as: JSONValue.self).string?.utf8.count == 1_000)
        // The parser delivers each reference separately, which would take most of the time.
        var node = DecodedNode(1, "root")
        for _ in 0..<1_000_000 { node.add("<") }
        #expect(node.text?.utf8.count == 1_000_000)
    }

    @Test("nested unions without a discriminator are read, each element once as each variant")
    func unions() throws {
        let depth = 60
        let (start, end) = (String(repeating: "<child>", count: depth), String(repeating: "</child>", count: depth))
        let value = try value("<root>\(start)<size>1</size>\(end)</root>", as: Branch.self)
        var (inner, levels) = (value, 0)
        while let child = inner["child"] {
            inner = child
            levels += 1
        }
        #expect(levels == depth)
        #expect(inner["size"] == 1)
    }

    @Test("a document whose unions would take too long is refused")
    func limit() throws {
        let depth = 500
        let (start, end) = (String(repeating: "<child>", count: depth), String(repeating: "</child>", count: depth))
        let size = "<size>\(String(repeating: "1", count: 10_000))</size>"
        #expect { try value("<root>\(start)\(size)\(end)</root>", as: Branch.self) } throws: { error in
            (error as? DecodingFailure)?.reason == .tooComplex
        }
    }

    /// A model whose property has another name in XML.
    private struct Leaf: JSONModel, XMLRepresentable {
        var key: String?
        var unknownProperties = UnknownProperties()
        static let keys: ObjectKeys = ["key"]
        static let xml = XMLShape("leaf", [.element("key", .string, as: "title")])

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            key = try object.optional(0)
            unknownProperties = object.unknown()
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, key)
            object.put(unknown: unknownProperties)
        }
    }

    /// A model that contains a union of itself and another model.
    private struct Branch: JSONModel, XMLRepresentable {
        var child: Child?
        var size: Int?
        static let keys: ObjectKeys = ["child", "size"]
        static let xml = XMLShape("branch", [.element("child", .choice(Child.self)), .element("size", .number)])

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            child = try object.optional(0)
            size = try object.optional(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, child)
            object.put(1, size)
        }
    }

    /// A model with the same properties in another order.
    private struct Bough: JSONModel, XMLRepresentable {
        var size: Int?
        var child: Child?
        static let keys: ObjectKeys = ["size", "child"]
        static let xml = XMLShape("bough", [.element("size", .number), .element("child", .choice(Child.self))])

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            size = try object.optional(0)
            child = try object.optional(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, size)
            object.put(1, child)
        }
    }

    private indirect enum Child: JSONCodable, XMLChoice {
        case branch(Branch)
        case bough(Bough)

        static let xmlVariants = XMLVariants(by: nil, [.init(.model(Branch.self)), .init(.model(Bough.self))])

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if let branch = reader.attempt(Branch.self) {
                self = .branch(branch)
            } else {
                self = .bough(try reader.read())
            }
        }

        func write(to writer: inout JSONWriter) {
            switch self {
            case .branch(let branch): writer.write(branch)
            case .bough(let bough): writer.write(bough)
            }
        }
    }
}
