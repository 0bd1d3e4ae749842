@_spi(Generated) import APIRuntime
import Testing

@testable import APIXML

/// A model of which only the shape in XML is used.
private protocol ShapedModel: JSONModel, XMLRepresentable {
    init()
}

extension ShapedModel {
    static var keys: ObjectKeys { [] }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        self.init()
    }

    func write(to object: inout ObjectWriter) {}
}

/// Tests of values whose elements and attributes have similar names, contain each other, or have names that are data.
@Suite("XML shapes")
struct XMLShapeTests {

    private let codec = XMLBodyCodec()

    private func text(_ value: JSONValue, _ type: any ShapedModel.Type) throws -> String {
        let bytes = try codec.encode(value, as: type, root: nil)
        return String(
            String(decoding: bytes, as: UTF8.self).dropFirst(#"<?xml version="1.0" encoding="UTF-8"?>"#.count)
        )
    }

    private func value(_ text: String, _ type: any ShapedModel.Type) throws -> JSONValue {
        try codec.decode(Array(text.utf8), as: type)
    }

    // MARK: - Names

    private struct Prefixed: ShapedModel {
        static let xml = XMLShape(
            "doc",
            [
                .element("a", .string, as: XMLName("id", prefix: "a", namespace: "urn:a")),
                .element("b", .list(.number, item: XMLName("id", prefix: "b", namespace: "urn:b"))),
                .element("c", .string, as: "id"),
            ]
        )
    }

    @Test("properties whose names differ only in the namespace are distinguished, whatever their prefixes")
    func namespaces() throws {
        let json: JSONValue = ["a": "1", "b": [2, 3], "c": "4"]
        let xml = """
            <doc><a:id xmlns:a="urn:a">1</a:id><b:id xmlns:b="urn:b">2</b:id><b:id xmlns:b="urn:b">3</b:id><id>4</id></doc>
            """
        #expect(try text(json, Prefixed.self) == xml)
        #expect(try value(xml, Prefixed.self) == json)
        let other = """
            <doc xmlns="urn:a" xmlns:x="urn:b" xmlns:y="urn:y"><x:id>2</x:id><y:id>4</y:id><x:id>3</x:id><id>1</id></doc>
            """
        #expect(try value(other, Prefixed.self) == json)
    }

    private struct Marked: ShapedModel {
        static let xml = XMLShape(
            XMLName("doc", prefix: "ns2", namespace: "urn:doc"),
            [
                .attribute("a", .string, as: XMLName("id", namespace: "urn:a")),
                .attribute("b", .string, as: XMLName("id", prefix: "ns1", namespace: "urn:b")),
                .attribute("c", .string, as: "id"),
                .attribute("d", .string, as: XMLName("d", namespace: "urn:a")),
                .attribute("e", .string, as: XMLName("e", namespace: "urn:b")),
            ]
        )
    }

    @Test("an attribute in a namespace has a prefix, which no other namespace of its element has")
    func attributeNamespaces() throws {
        let json: JSONValue = ["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"]
        let xml = """
            <ns2:doc xmlns:ns2="urn:doc" xmlns:ns1="urn:b" xmlns:ns3="urn:a" \
            ns3:id="1" ns1:id="2" id="3" ns3:d="4" ns1:e="5"></ns2:doc>
            """
        #expect(try text(json, Marked.self) == xml)
        #expect(try value(xml, Marked.self) == json)
    }

    private struct Quoted: ShapedModel {
        static let xml = XMLShape("doc", [.text("html", .string, isCDATA: true)])
    }

    @Test(
        "white space around CDATA sections is no part of the value, but other text is",
        arguments: [
            ("\n  <![CDATA[<html>]]>\n", "<html>"), ("<![CDATA[ a ]]>", " a "), ("x <![CDATA[a]]> ", "x a "),
            (" <![CDATA[a]]>\n<![CDATA[b]]> ", "ab"), (" a ", " a "),
        ]
    )
    func spacesAroundSections(_ content: String, _ expected: String) throws {
        #expect(try value("<doc>\(content)</doc>", Quoted.self) == ["html": .string(expected)])
    }

    private struct Inner: ShapedModel {
        static let xml = XMLShape(XMLName("inner", prefix: "i", namespace: "urn:i"), [.element("x", .number)])
    }

    private struct Outer: ShapedModel {
        static let xml = XMLShape(
            "outer",
            [.element("part", .model(Inner.self)), .element("text", .string, as: "part")]
        )
    }

    @Test("the namespace of a model applies to the element of a property")
    func models() throws {
        let json: JSONValue = ["part": ["x": 1], "text": "t"]
        let xml = #"<outer><i:part xmlns:i="urn:i"><x>1</x></i:part><part>t</part></outer>"#
        #expect(try text(json, Outer.self) == xml)
        #expect(try value(xml, Outer.self) == json)
    }

    @Test("a declaration of a namespace ends with its element")
    func scopes() throws {
        let xml = """
            <doc xmlns:p="urn:b"><other xmlns:p="urn:a"><p:id>0</p:id></other><p:id>2</p:id><id xmlns="urn:a">1</id></doc>
            """
        #expect(try value(xml, Prefixed.self) == ["a": "1", "b": [2], "other": ["id": "0"]])
    }

    private struct Both: ShapedModel {
        static let xml = XMLShape("both", [.attribute("attr", .string, as: "id"), .element("el", .string, as: "id")])
    }

    @Test("an attribute and an element of one name are distinguished")
    func attributes() throws {
        let json: JSONValue = ["attr": "1", "el": "2"]
        let xml = #"<both id="1"><id>2</id></both>"#
        #expect(try text(json, Both.self) == xml)
        #expect(try value(xml, Both.self) == json)
        #expect(try value("<both id='1'/>", Both.self) == ["attr": "1"])
        #expect(try value("<both><id>2</id></both>", Both.self) == ["el": "2"])
    }

    private struct Lenient: ShapedModel {
        static let xml = XMLShape(
            "lenient",
            [
                .attribute("number", .number), .element("title", .string),
                .element("q", .string, as: XMLName("q", namespace: "urn:q")),
            ]
        )
    }

    @Test("a name that only one property has is read from any namespace, and from an attribute or an element")
    func leniency() throws {
        let json: JSONValue = ["number": 1, "title": "t", "q": "v"]
        for xml in [
            "<lenient number='1' title='t' q='v'/>",
            "<l:lenient xmlns:l='urn:l'><l:number>1</l:number><l:title>t</l:title><l:q>v</l:q></l:lenient>",
        ] {
            #expect(try value(xml, Lenient.self) == json)
        }
        #expect(try value("<lenient title='no'><title>t</title></lenient>", Lenient.self) == ["title": "t"])
    }

    @Test("an element that occurs several times is a list, also for a property with one element")
    func repeated() throws {
        #expect(
            try value("<lenient><title>a</title><q/><title>b</title></lenient>", Lenient.self)
                == ["title": ["a", "b"], "q": ""]
        )
        #expect(try value("<numbers><q>1</q><q>2</q></numbers>", Numbers.self) == ["q": [1, 2]])
        let foreign = "<lenient><title>a</title><x:title xmlns:x='urn:x'>b</x:title></lenient>"
        #expect(try value(foreign, Lenient.self) == ["title": "b"])
    }

    // MARK: - Names that are data

    private struct Numbers: ShapedModel {
        static let xml = XMLShape("numbers", [.element("z", .string)], others: .number)
    }

    private struct Lists: ShapedModel {
        static let xml = XMLShape("lists", [.element("z", .string)], others: .list(.number))
    }

    private struct Models: ShapedModel {
        static let xml = XMLShape("models", [.element("z", .string)], others: .model(Numbers.self))
    }

    @Test("additional properties next to others have their type")
    func additional() throws {
        let numbers: JSONValue = ["z": "z", "q": 1]
        #expect(try text(numbers, Numbers.self) == "<numbers><z>z</z><q>1</q></numbers>")
        #expect(try value("<numbers><z>z</z><q>1</q></numbers>", Numbers.self) == numbers)
        let lists: JSONValue = ["z": "z", "q": [1, 2], "r": [3]]
        #expect(try value(text(lists, Lists.self), Lists.self) == lists)
        let models: JSONValue = ["q": ["z": "a", "x": 1]]
        #expect(try value(text(models, Models.self), Models.self) == models)
    }

    @Test("the attributes of XML Schema are no additional properties")
    func instanceAttributes() throws {
        let space = #"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#
        #expect(try value("<numbers \(space) xsi:type='t'><q>1</q></numbers>", Numbers.self) == ["q": 1])
        #expect(try value("<map><map \(space) xsi:type='t'><a>1</a></map></map>", Maps.self) == ["map": ["a": [1]]])
    }

    private struct Maps: ShapedModel {
        static let xml = XMLShape(
            "map",
            [
                .element("map", .map(.list(.number))),
                .element("wrapped", .map(.list(.number, item: "n", isWrapped: true))),
                .element("rows", .map(.list(.list(.string, isWrapped: true)))),
            ]
        )
    }

    @Test("the lists in a map keep their items")
    func maps() throws {
        let json: JSONValue = ["map": ["a": [1, 2], "b": [3]], "wrapped": ["a": [1, 2], "b": []]]
        let xml = """
            <map><map><a>1</a><a>2</a><b>3</b></map><wrapped><a><n>1</n><n>2</n></a><b></b></wrapped></map>
            """
        #expect(try text(json, Maps.self) == xml)
        #expect(try value(xml, Maps.self) == json)
        let rows: JSONValue = ["rows": ["a": [["x"], ["y", "z"]]]]
        #expect(try value(text(rows, Maps.self), Maps.self) == rows)
    }

    // MARK: - Lists

    private struct Rows: ShapedModel {
        static let xml = XMLShape(
            "rows",
            [
                .element("lu", .list(.list(.string, item: "lu", isWrapped: true))),
                .element("ll", .list(.list(.number, item: "cell", isWrapped: true), item: "row", isWrapped: true)),
            ]
        )
    }

    @Test("each list in a list is an element with its items")
    func nestedLists() throws {
        let json: JSONValue = ["lu": [["a"], ["b", "c"], []], "ll": [[1, 2], [3]]]
        let xml = """
            <rows><lu><lu>a</lu></lu><lu><lu>b</lu><lu>c</lu></lu><lu></lu>\
            <ll><row><cell>1</cell><cell>2</cell></row><row><cell>3</cell></row></ll></rows>
            """
        #expect(try text(json, Rows.self) == xml)
        #expect(try value(xml, Rows.self) == json)
    }

    private struct Words: ShapedModel {
        static let xml = XMLShape("words", [.attribute("l", .list(.string)), .attribute("n", .list(.number))])
    }

    @Test("the items of a list in an attribute are separated by spaces")
    func words() throws {
        let json: JSONValue = ["l": ["a", "b"], "n": [1, 2.5]]
        #expect(try text(json, Words.self) == #"<words l="a b" n="1 2.5"></words>"#)
        #expect(try value("<words l=' a\n b' n='1 2.5'/>", Words.self) == json)
        #expect(try value(text(["l": []], Words.self), Words.self) == ["l": []])
        #expect(try value("<words><l>a b</l><l>c</l></words>", Words.self) == ["l": ["a b", "c"]])
    }

    @Test("an item that is not one word cannot be in an attribute", arguments: ["", "a b", " a", "a\n"])
    func spaces(_ item: String) {
        #expect(throws: TransportError.self) { try text(["l": ["x", .string(item)]], Words.self) }
    }

    @Test("attributes of the root of a list are no items")
    func rootAttributes() throws {
        let items = try codec.decode(Array("<all total='2'><x><q>1</q></x></all>".utf8), as: [Numbers].self)
        #expect(items == [["q": 1]])
    }

    // MARK: - Roots

    @Test("a root element with another name is refused where its name is documented")
    func roots() throws {
        func read(_ xml: String, _ root: String?) throws -> JSONValue {
            try codec.decode(Array(xml.utf8), as: Numbers.self, root: root)
        }
        for xml in ["<numbers/>", "<Numbers/>", "<n:numbers xmlns:n='urn:n'/>", "<figures/>"] {
            #expect(try read(xml, "figures") == [:])
        }
        #expect(try read("<nope/>", nil) == [:])
        #expect { try read("<nope xmlns='urn:x'/>", "figures") } throws: { error in
            (error as? DecodingFailure)?.reason == .mismatch
        }
    }
}
