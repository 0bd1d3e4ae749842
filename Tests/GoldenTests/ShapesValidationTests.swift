import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import Testing

/// Tests of limits that are validated before sending and after receiving.
@Suite("Shapes: validation")
struct ShapesValidationTests {

    private let order = Order(price: 1)

    /// Returns the message of a call that was rejected before it was sent.
    private func refusal(
        number: Int = 1,
        _ body: Order = Order(price: 1),
        q: String? = nil,
        tags: [String]? = nil
    ) async -> String? {
        let (client, transport) = shapesClient([.json(#"{"price":1}"#)])
        do {
            _ = try await client.calls.putOrder(number: number, body: body, q: q, tags: tags, xAhead: "b")
            #expect(transport.requests.count == 1)
            return nil
        } catch {
            #expect(transport.requests.isEmpty)
            guard case .transport(let problem)? = error.failure else { return "\(error)" }
            #expect(problem.code == .invalidRequest)
            return problem.message
        }
    }

    private func message(_ text: String) -> String {
        "A value violates a constraint of the specification: \(text)."
    }

    @Test("parameters that violate constraints are not sent, and the message contains no value")
    func parameters() async {
        #expect(await refusal(number: 999, q: "née", tags: ["a", "b"]) == nil)
        #expect(await refusal(number: 0) == message("number must be at least 1"))
        #expect(await refusal(number: 1000) == message("number must be less than 1e3"))
        #expect(await refusal(q: "secret") == message("q must be 2 to 4 characters"))
        #expect(await refusal(q: "A1") == message("q must be a match of ^[a-zé]+$"))
        #expect(await refusal(tags: ["a", "a"]) == message("tags must be a list of different elements"))
        #expect(await refusal(tags: ["a", ""]) == message("tags[1] must be at least 1 character"))
    }

    @Test("nullable values and union variants have their own constraints")
    func variants() async {
        #expect(await refusal(Order(price: 1, share: 5, mark: .string("ab"))) == nil)
        #expect(await refusal(Order(price: 1, share: 100)) == message("body.share must be less than 100"))
        let long = await refusal(Order(price: 1, mark: .string("abc")))
        #expect(long == message("body.mark must be at most 2 characters"))
        #expect(await refusal(Order(price: 1, mark: .array([1, -1]))) == message("body.mark[1] must be at least 0"))
    }

    @Test("properties are validated at any depth, and all violations are reported at once")
    func bodies() async {
        let lines = [Line(sku: "ab-1"), Line(sku: "secret", next: Line(sku: "x"))]
        #expect(await refusal(Order(price: 1, lines: [Line(sku: "ab-1", next: Line())])) == nil)
        #expect(
            await refusal(Order(price: 1, lines: lines))
                == message(
                    "body.lines[1].sku must be a match of ^\\w{2}-\\d+$; body.lines[1].next.sku must be a match of ^\\w{2}-\\d+$"
                )
        )
        #expect(await refusal(Order(price: 1, lines: [])) == message("body.lines must be 1 to 2 elements"))
        #expect(
            await refusal(Order(price: Decimal(string: "0.001") ?? 0))
                == message("body.price must be a multiple of 0.01")
        )
        #expect(
            await refusal(Order(price: -1, percent: 100)).map { $0.contains("body.percent must be less than 100") }
                == true
        )
        #expect(
            await refusal(Order(price: 1, notes: ["private": "long"]))
                == message("body.notes.* must be at most 2 characters")
        )
        #expect(
            await refusal(Order(price: 1, place: .line(Line(sku: "1")))).map { $0.contains("body.place.sku") } == true
        )
        #expect(await refusal(Order(price: 1, check: "no")) == message("body.check must be at most 1 character"))
    }

    @Test("constraints of several parts apply together, and null satisfies all of them")
    func composed() async {
        let both = await refusal(Order(price: 1, code: "four"))
        #expect(both == message("body.code must be at most 3 characters"))
        #expect(await refusal(Order(price: 1, code: "xy")) == message("body.code must be at least 3 characters"))
        #expect(await refusal(Order(price: 1, code: .null)) == nil)
    }

    @Test("a response that breaks a constraint is a decoding error with its path")
    func responses() async throws {
        let (client, _) = shapesClient([.json(#"{"price":1,"lines":[{"sku":"secret"}]}"#)])
        do {
            _ = try await client.calls.putOrder(number: 1, body: order)
            Issue.record("accepted")
        } catch {
            guard case .decoding(let failure)? = error.failure else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.reason == .invalid)
            #expect(failure.message.hasSuffix("lines[0].sku must be a match of ^\\w{2}-\\d+$"))
            #expect(!"\(error)".contains("secret"))
        }
    }

    /// Returns the problem with a response that is a list of words.
    private func words(_ text: String) async -> String? {
        let (client, _) = shapesClient([.json(text)])
        do {
            _ = try await client.calls.listWords()
            return nil
        } catch {
            guard case .decoding(let failure)? = error.failure else { return "\(error)" }
            return failure.message.components(separatedBy: "specification: ").last
        }
    }

    @Test("a response that is a list is validated with its elements")
    func lists() async {
        #expect(await words(#"["ab","cd"]"#) == nil)
        #expect(await words(#"["ab","c"]"#) == "[1] must be at least 2 characters")
        #expect(await words(#"["ab","cd","ef","gh"]"#) == "must be at most 3 elements")
        #expect(
            await words(#"["cd"]"#)
                == "must be a list with at least 1 element that is of the type string and a match of ^a"
        )
    }

    private func problems<T: JSONCodable & SchemaValidated>(_ type: T.Type, _ text: String) throws -> [String] {
        SchemaValidation.problems(of: try JSONCoding.decode(T.self, from: Array(text.utf8))).map(\.description)
    }

    @Test("additional properties and array elements satisfy their constraints")
    func others() throws {
        #expect(try problems(Scores.self, #"{"total":9,"a":1,"b":2}"#) == [])
        #expect(
            try problems(Scores.self, #"{"total":10,"a":0}"#) == ["total must be at most 9", "* must be at least 1"]
        )
        #expect(try problems(Series.self, #"["s",1,5]"#) == [])
        #expect(try problems(Series.self, #"["s",1,6]"#) == ["[1] must be at most 5"])
    }

    @Test("a list has limits on matching elements, and unsatisfiable limits do not crash")
    func contains() throws {
        #expect(try problems(Chosen.self, #"{"marks":["x",7],"none":[1.5,2.0]}"#) == [])
        #expect(try problems(Chosen.self, #"{"marks":["x","x",null,7]}"#).count == 1)
        #expect(
            try problems(Chosen.self, #"{"marks":["y"],"none":[1,2]}"#) == [
                #"marks must be a list with 2 to 3 elements that are one of "x", 7, null"#,
                "none must be a list with at most 1 element that are of the type integer",
            ]
        )
        #expect(try problems(Chosen.self, #"{"never":"abc"}"#) == ["never must be 5 to 2 characters"])
    }

    @Test("a model can be validated explicitly")
    func byHand() {
        #expect(SchemaValidation.problems(of: Order(price: 1)).isEmpty)
        #expect(
            SchemaValidation.problems(of: Order(price: 1, percent: -1)).map(\.description) == [
                "percent must be at least 0"
            ]
        )
    }
}
