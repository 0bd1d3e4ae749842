import Foundation
import HTTPTypes
import NotesAPI
import Testing

@_spi(Generated) @testable import APIRuntime
@testable import APIServer

/// Tests that write bodies with the client's writer and read them with the server's reader.
@Suite("Request bodies from client to server")
struct BodyRoundTripTests {

    private func input(_ call: OperationCall) throws -> ServerInput {
        let bytes = try #require(call.body?.bytesInMemory)
        return ServerInput(ServerRequest(operation: "sample", headers: call.headers), body: bytes)
    }

    /// A form with properties of many types.
    struct Sample: JSONModel, Equatable {
        var name: String
        var count: Int
        var isOn: Bool
        var price: Decimal?
        var tags: [String]?
        var labels: [Label]?
        var range: DayRange?

        static let keys: ObjectKeys = ["name", "count", "isOn", "price", "tags", "labels", "range"]

        init(
            name: String,
            count: Int = 0,
            isOn: Bool = false,
            price: Decimal? = nil,
            tags: [String]? = nil,
            labels: [Label]? = nil,
            range: DayRange? = nil
        ) {
            self.name = name
            self.count = count
            self.isOn = isOn
            self.price = price
            self.tags = tags
            self.labels = labels
            self.range = range
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            name = try object.required(0)
            count = try object.required(1)
            isOn = try object.required(2)
            price = try object.optional(3)
            tags = try object.optional(4)
            labels = try object.optional(5)
            range = try object.optional(6)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, name)
            object.put(1, count)
            object.put(2, isOn)
            object.put(3, price)
            object.put(4, tags)
            object.put(5, labels)
            object.put(6, range)
        }
    }

    static let samples = [
        Sample(name: "a+b & c=d ü"),
        Sample(
            name: "{\"looks\": \"like JSONCoding\"}",
            count: -3,
            isOn: true,
            price: Decimal(string: "9.99"),
            tags: ["one"]
        ),
        Sample(name: "12", tags: ["a,b", "c"], labels: [Label(name: "x"), Label(name: "y", colour: "z")]),
        Sample(name: "n", labels: [Label(name: "x")], range: DayRange(from: CalendarDate("2024-01-01"))),
    ]

    @Test("forms are the same after encoding and decoding", arguments: samples)
    func plainForms(_ sample: Sample) throws {
        var call = OperationCall("sample", .post, "/")
        call.form(sample)
        let read: Sample = try input(call).form()
        #expect(read == sample)
    }

    @Test(
        "forms with encodings are the same after encoding and decoding",
        arguments: [
            ["tags": FormEncoding(explode: false), "range": FormEncoding(style: .deepObject)],
            ["tags": FormEncoding(style: .pipeDelimited, explode: false), "range": FormEncoding(explode: false)],
            ["tags": FormEncoding(style: .spaceDelimited, explode: false), "range": FormEncoding(isJSON: true)],
            ["tags": FormEncoding(isJSON: true), "labels": FormEncoding(style: .deepObject)],
        ] as [[String: FormEncoding]],
        samples
    )
    func encodedForms(_ encodings: [String: FormEncoding], _ sample: Sample) throws {
        var call = OperationCall("sample", .post, "/")
        call.form(sample, encodings: encodings)
        let read: Sample = try input(call).form(encodings: encodings)
        #expect(read == sample)
    }

    @Test("multipart bodies are the same after encoding and decoding", arguments: samples)
    func multipart(_ sample: Sample) throws {
        var body = MultipartBody()
        body.append("name", text: sample.name)
        body.append("count", value: sample.count)
        body.append("isOn", value: sample.isOn)
        if let price = sample.price { body.append("price", value: price) }
        if let tags = sample.tags { body.append("tags", value: tags) }
        if let labels = sample.labels { body.append("labels", json: labels) }
        if let range = sample.range { body.append("range", json: range) }
        var call = OperationCall("sample", .post, "/")
        call.multipart(body)
        let read: Sample = try input(call).multipart()
        #expect(read == sample)
    }

    @Test("parts with styles are the same after encoding and decoding")
    func styledParts() throws {
        let range = DayRange(from: CalendarDate("2024-01-01"), to: CalendarDate("2024-12-31"))
        let sample = Sample(name: "50%25", count: 2, tags: ["a%2C", "b c"], labels: [Label(name: "l")], range: range)
        let encodings = [
            "tags": FormEncoding(style: .pipeDelimited, explode: false), "range": FormEncoding(style: .deepObject),
        ]
        var body = MultipartBody(encodings: encodings)
        body.append("name", text: sample.name)
        body.append("count", value: sample.count)
        body.append("isOn", value: sample.isOn)
        body.append("tags", value: sample.tags)
        body.append("labels", part: sample.labels)
        body.append("range", json: range)
        var call = OperationCall("sample", .post, "/")
        call.multipart(body)
        let read: Sample = try input(call).multipart(encodings: encodings)
        #expect(read == sample)
        let tags: [String] = try input(call).multipart(encodings: encodings) { try $0.value("tags") }
        #expect(tags == sample.tags)
    }

    @Test("part and file names keep their quotation marks, line breaks and semicolons")
    func namesOfParts() throws {
        var body = MultipartBody()
        body.append("a \"b\";c", file: FilePart(data: Data([0, 13, 10, 45, 45]), fileName: "x; y=\"z\".png"))
        var call = OperationCall("sample", .post, "/")
        call.multipart(body)
        let form = try MultipartForm(try input(call))
        let file = try form.file("a \"b\";c")
        #expect(file.fileName == "x; y=\"z\".png")
        #expect(file.content.bytesInMemory == [0, 13, 10, 45, 45])
    }

    @Test("a missing body is nil for an optional type and an error for others")
    func missing() throws {
        let input = ServerInput(ServerRequest(operation: "sample"))
        let none: Label? = try input.json()
        #expect(none == nil)
        #expect { let _: Label = try input.json() } throws: { ($0 as? UnreadableInput)?.reason == .missing }
        #expect { let _: Sample = try input.form() } throws: { ($0 as? UnreadableInput)?.reason == .missing }
        let noForm = ServerInput(ServerRequest(operation: "sample"), body: Array("name=x".utf8))
        #expect(throws: UnreadableInput.self) { let _: Sample = try noForm.multipart() }
    }

    @Test("a form, text or lines with another media type are refused, and without one they are read")
    func mediaTypes() async throws {
        func input(_ type: String?, _ body: String) -> ServerInput {
            let headers: HTTPFields = type.map { [.contentType: $0] } ?? [:]
            return ServerInput(ServerRequest(operation: "sample", headers: headers), body: Array(body.utf8))
        }
        let text = "name=x&count=1&isOn=true"
        for type in [nil, "application/x-www-form-urlencoded; charset=utf-8"] {
            let read: Sample = try input(type, text).form()
            #expect(read.name == "x")
        }
        let form = #expect(throws: UnreadableInput.self) { let _: Sample = try input("application/json", text).form() }
        #expect(form?.status == 415)
        #expect(try input(nil, "a").text(as: "text/plain") == "a")
        #expect(try input("text/csv", "a").text(as: "text/plain", "text/*") == "a")
        let plain = #expect(throws: UnreadableInput.self) { try input("application/json", "a").text(as: "text/plain") }
        #expect(plain?.status == 415)
        var lines = (input("text/plain", "1\n").lines() as BodyItems<Int>).makeAsyncIterator()
        await #expect(throws: UnreadableInput.self) { try await lines.next() }
    }

    @Test("an error names the form field that cannot be decoded")
    func member() {
        let input = ServerInput(ServerRequest(operation: "sample"), body: Array("name=x&count=many&isOn=true".utf8))
        #expect { let _: Sample = try input.form() } throws: {
            "\($0)" == "The property 'count' of the body cannot be read: expected a number, found a string."
        }
    }

    private struct Grid: JSONModel, Equatable {
        var rows: [[String]]
        var numbers: [[Int]]

        static let keys: ObjectKeys = ["rows", "numbers"]

        init(rows: [[String]], numbers: [[Int]]) {
            self.rows = rows
            self.numbers = numbers
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            rows = try object.required(0)
            numbers = try object.required(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, rows)
            object.put(1, numbers)
        }
    }

    @Test("lists of lists are the same after encoding and decoding, also with one element")
    func nestedLists() throws {
        for grid in [
            Grid(rows: [["a"], ["b", "c"]], numbers: [[1, 2], [3]]), Grid(rows: [["a", "[b]"]], numbers: [[1, 2]]),
            Grid(rows: [["a"]], numbers: [[1]]),
        ] {
            var call = OperationCall("sample", .post, "/")
            var body = MultipartBody()
            body.append("rows", part: grid.rows)
            body.append("numbers", part: grid.numbers)
            call.multipart(body)
            let parts: Grid = try input(call).multipart()
            #expect(parts == grid)
            guard grid.rows.count > 1 else { continue }
            var form = OperationCall("sample", .post, "/")
            form.form(grid)
            let read: Grid = try input(form).form()
            #expect(read == grid)
        }
    }

    @Test("the failure of a part that is no list is that of the part, and not of a list")
    func nestedFailure() throws {
        var body = MultipartBody()
        body.append("rows", json: ["a": 1] as JSONValue)
        body.append("numbers", json: [[1, "x"]] as JSONValue)
        var call = OperationCall("sample", .post, "/")
        call.multipart(body)
        let input = try input(call)
        let error = #expect(throws: UnreadableInput.self) { let _: Grid = try input.multipart() }
        #expect(error?.details.first?.path == "rows", "\(String(describing: error))")
    }
}
