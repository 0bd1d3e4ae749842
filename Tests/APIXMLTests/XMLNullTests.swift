import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime
@testable import APIXML

/// XML has elements for null, but none for an empty list without a wrapper element.
@Suite("Null and empty lists in XML")
struct XMLNullTests {

    private struct Shelf: JSONModel, XMLRepresentable, Equatable {
        var titles: [String]
        var place: String?
        var isOpen: Bool?

        static let keys: ObjectKeys = ["titles", "place", "isOpen"]
        static let xml = XMLShape(
            "shelf",
            [.element("titles", .list(.string)), .element("place", .string), .attribute("isOpen", .boolean)]
        )

        init(titles: [String], place: String?, isOpen: Bool? = nil) {
            self.titles = titles
            self.place = place
            self.isOpen = isOpen
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            titles = try object.required(0)
            place = try object.requiredOrNull(1)
            isOpen = try object.optional(2)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, titles)
            object.put(1, orNull: place)
            object.put(2, isOpen)
        }
    }

    private static let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
    private static let space = #"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#

    private func read(_ xml: String) throws -> Shelf {
        var options = JSONReadingOptions(strict: true)
        options.omitsEmptyValues = true
        let json = try XMLBodyCodec().decode(Array(xml.utf8), as: Shelf.self)
        return try JSONCoding.decode(Shelf.self, from: JSONCoding.encode(json), options: options)
    }

    private func write(_ shelf: Shelf) throws -> String {
        String(decoding: try XMLBodyCodec().encode(JSONValue(shelf), as: Shelf.self, root: nil), as: UTF8.self)
    }

    @Test("a required null is an element that says so, in both directions")
    func null() throws {
        let shelf = Shelf(titles: ["a"], place: nil)
        let text = try write(shelf)
        #expect(text == "\(Self.head)<shelf><titles>a</titles><place \(Self.space) xsi:nil=\"true\"></place></shelf>")
        #expect(try read(text) == shelf)
        #expect(
            try read("<shelf><titles>a</titles><place i:nil='1' \(Self.space.replacing("xsi", with: "i"))/></shelf>")
                == shelf
        )
        #expect(try read("<shelf><titles>a</titles><place xsi:nil='false' \(Self.space)/></shelf>").place == "")
    }

    @Test("an attribute of another namespace is not null, and null is an empty string where it is not allowed")
    func otherNamespaces() throws {
        #expect(try read("<shelf><place p:nil='true' xmlns:p='x'>b</place></shelf>").place == "b")
        #expect(
            try read("<shelf \(Self.space)><titles xsi:nil='true'/><titles>a</titles></shelf>").titles == ["", "a"]
        )
    }

    @Test("a response of a client may lack a required list, and one in JSON may not")
    func responses() throws {
        func response(_ body: String, _ type: String) -> RawResponse {
            var response = RawResponse(status: 200, headers: [.contentType: type], body: Array(body.utf8))
            response.codecs = [XMLBodyCodec()]
            return response
        }
        #expect(
            try response("<shelf><place>b</place></shelf>", "application/xml").json() == Shelf(titles: [], place: "b")
        )
        #expect(throws: DecodingFailure.self) {
            let _: Shelf = try response(#"{"place":"b"}"#, "application/json").json()
        }
    }

    @Test("a required list without elements is empty, and a required null may be absent")
    func absent() throws {
        #expect(try read("<shelf/>") == Shelf(titles: [], place: nil))
        #expect(try read("<shelf><place>b</place></shelf>") == Shelf(titles: [], place: "b"))
        let empty = Shelf(titles: [], place: "b")
        #expect(try read(write(empty)) == empty)
    }

    @Test("a Boolean value may be a digit", arguments: [("1", true), ("0", false), ("true", true), ("false", false)])
    func digits(_ text: String, _ value: Bool) throws {
        #expect(try read("<shelf isOpen='\(text)'/>").isOpen == value)
    }

    private struct Box: JSONModel, Equatable {
        var lids: [String]
        var place: String

        static let keys: ObjectKeys = ["lids", "place"]

        init(lids: [String], place: String) {
            self.lids = lids
            self.place = place
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            lids = try object.required(0)
            place = try object.required(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, lids)
            object.put(1, place)
        }
    }

    private enum Furniture: JSONCodable, Equatable {
        case box(Box)
        case shelf(Shelf)
        case unknown(JSONValue)

        init(json reader: inout JSONReader) throws(DecodingFailure) {
            if let value = reader.closest([UnionCandidate(Self.box), UnionCandidate(Self.shelf)]) {
                self = value
            } else {
                self = .unknown(try reader.readUnknown())
            }
        }

        func write(to writer: inout JSONWriter) {
            switch self {
            case .box(let box): writer.write(box)
            case .shelf(let shelf): writer.write(shelf)
            case .unknown(let value): writer.write(value)
            }
        }
    }

    @Test("a variant without its empty list is read if no other variant matches")
    func variants() throws {
        func read(_ json: String, omits: Bool = true) throws -> Furniture {
            var options = JSONReadingOptions()
            options.omitsEmptyValues = omits
            return try JSONCoding.decode(Furniture.self, from: Array(json.utf8), options: options)
        }
        #expect(try read(#"{"place":"b"}"#) == .box(Box(lids: [], place: "b")))
        #expect(try read(#"{"isOpen":true}"#) == .shelf(Shelf(titles: [], place: nil, isOpen: true)))
        // A list that is present decides, whatever the order of the variants.
        #expect(try read(#"{"place":"b","titles":["a"]}"#) == .shelf(Shelf(titles: ["a"], place: "b")))
        #expect(try read(#"{"place":"b"}"#, omits: false) == .unknown(["place": "b"]))
    }
}
