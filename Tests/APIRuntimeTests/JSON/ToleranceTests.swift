@_spi(Generated) import APIRuntime
import Testing

@Suite("Lenient decoding")
struct ToleranceTests {
    struct Lists: JSONModel, Equatable {
        var colors: [Int]
        var more: [Sample]?
        var size: Int
        var label: String?
        var kind: String

        static let keys: ObjectKeys = ["colors", "more", "size", "label", "kind"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            colors = try object.requiredSkippingInvalidElements(0)
            more = try object.optionalSkippingInvalidElements(1)
            size = try object.requiredLeniently(2)
            label = try object.optionalLeniently(3)
            kind = try object.constant(4, "lists")
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, colors)
            object.put(1, more)
            object.put(2, size)
            object.put(3, label)
            object.put(4, kind)
        }
    }

    static let document = """
        {"colors":[1,"two",3,{"a":[4]}],"more":[{"name":"a"},{"nome":"b"},{"name":"c","child":[{"name":7}]}],
        "size":"12","label":3.50,"kind":"other"}
        """

    @Test("invalid elements of lists that skip them are left out and reported with their path")
    func skipInvalid() throws {
        var report = DecodingReport()
        let lists = try JSONCoding.decode(Lists.self, from: Array(Self.document.utf8), report: &report)
        #expect(lists.colors == [1, 3])
        #expect(lists.more?.map(\.name) == ["a"])
        #expect(report.skipped.map(\.path) == ["colors[1]", "colors[3]", "more[1].name", "more[2].child[0].name"])
        #expect(report.count == 4)
    }

    @Test("a decoding report has no duplicates when the properties are in another order")
    func skipInvalidReordered() throws {
        var report = DecodingReport()
        let document = "{\"colors\":[1,\"two\"],\"kind\":\"lists\",\"size\":1}"
        _ = try JSONCoding.decode(Lists.self, from: Array(document.utf8), report: &report)
        #expect(report.skipped.map(\.path) == ["colors[1]"])
    }

    @Test("a list that skips invalid elements must still be valid JSON")
    func skipInvalidSyntax() {
        #expect(reason("{\"colors\":[1,tru],\"size\":1,\"kind\":\"lists\"}", as: Lists.self) == .syntax)
        #expect(reason("{\"colors\":1,\"size\":1,\"kind\":\"lists\"}", as: Lists.self) == .mismatch)
    }

    @Test("a number can be a string, and a string a number, where the specification allows it")
    func lenient() throws {
        let lists = try read(Self.document, as: Lists.self)
        #expect(lists.size == 12 && lists.label == "3.50" && lists.kind == "other")
        #expect(failure("{\"colors\":[],\"size\":\"many\"}", as: Lists.self)?.path == "size")
        #expect(reason("{\"colors\":[],\"size\":true}", as: Lists.self) == .mismatch)
    }

    @Test("strict decoding turns each leniency into an error")
    func strict() {
        let strict = JSONReadingOptions(strict: true)
        func reason(_ members: String) -> DecodingFailure.Reason? {
            APIRuntimeTests.reason("{\(members)}", as: Lists.self, strict)
        }
        #expect(reason("\"colors\":[1],\"size\":1,\"kind\":\"lists\"") == nil)
        #expect(reason("\"colors\":[1,\"2\"],\"size\":1,\"kind\":\"lists\"") == .mismatch)
        #expect(reason("\"colors\":[1],\"size\":\"1\",\"kind\":\"lists\"") == .mismatch)
        #expect(reason("\"colors\":[1],\"size\":1,\"kind\":\"other\"") == .constant)
        #expect(reason("\"colors\":[1],\"size\":1") == .missing)
        #expect(reason("\"colors\":[1],\"size\":1,\"kind\":\"lists\",\"new\":1") == .unknownProperty)
    }

    @Test("a decoding report lists a limited number of failures and counts all")
    func longReport() throws {
        var report = DecodingReport()
        let elements = Array(repeating: "\"x\"", count: 5_000).joined(separator: ",")
        _ = try JSONCoding.decode(
            Lists.self,
            from: Array("{\"colors\":[\(elements)],\"size\":1,\"kind\":\"lists\"}".utf8),
            report: &report
        )
        #expect(report.count == 5_000 && report.skipped.count == 1_000)
    }

    /// A model with additional properties that are lists of numbers.
    struct Bag: JSONModel, Equatable {
        var name: String
        var others: [String: [Int]]

        static let keys: ObjectKeys = ["name"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            name = try object.required(0)
            others = try object.additional()
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, name)
            object.put(additional: others)
        }
    }

    @Test("unnamed properties of a model can form a dictionary")
    func additional() throws {
        for document in ["{\"name\":\"n\",\"a\":[1],\"b\":[2,3]}", "{\"a\":[1],\"name\":\"n\",\"b\":[2,3]}"] {
            let bag = try read(document, as: Bag.self, JSONReadingOptions(strict: true))
            #expect(bag.name == "n" && bag.others == ["a": [1], "b": [2, 3]])
            #expect(try read(text(bag), as: Bag.self) == bag)
        }
        #expect(failure("{\"name\":\"n\",\"secret\":[\"x\"]}", as: Bag.self)?.path == "*[0]")
        #expect(try read("{\"a\":[],\"b\":[],\"name\":\"n\"}", as: Bag.self).others.count == 2)
        #expect(reason("{\"name\":\"n\",\"a\":[1],\"a\":[2]}", as: Bag.self) == .duplicateKey)
    }
}
