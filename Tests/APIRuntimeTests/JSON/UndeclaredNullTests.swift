@_spi(Generated) import APIRuntime
import Testing

@Suite("Null for properties that must not be null")
struct UndeclaredNullTests {

    /// A model with a property of each presence.
    private struct Sample: JSONModel, Equatable {
        var optional: Int?
        var withDefault: Int
        var orNull: Int?
        var threeState: Nullable<Int>?
        var any: JSONValue?
        var list: [Int]?

        static let keys: ObjectKeys = ["optional", "withDefault", "orNull", "threeState", "any", "list"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            optional = try object.optional(0)
            withDefault = try object.value(1, or: 7)
            orNull = try object.requiredOrNull(2)
            threeState = try object.nullable(3)
            any = try object.optional(4)
            list = try object.optional(5)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, optional)
            object.put(1, withDefault)
            object.put(2, orNull: orNull)
            object.put(3, threeState)
            object.put(4, any)
            object.put(5, list)
        }
    }

    private func sample(_ members: String, rejects: Bool) throws -> Sample {
        let options = JSONReadingOptions(rejectsUndeclaredNull: rejects)
        return try JSONCoding.decode(Sample.self, from: Array("{\(members)}".utf8), options: options)
    }

    @Test("null is absent by default, and refused with the option", arguments: ["optional", "withDefault", "list"])
    func undeclared(_ name: String) throws {
        // In the order of the model, and in another one.
        for members in [#""\#(name)":null,"orNull":null"#, #""orNull":1,"\#(name)": null ,"optional":1"#]
        where name != "optional" || !members.hasSuffix(":1") {
            #expect(try sample(members, rejects: false).withDefault == 7)
            #expect {
                try sample(members, rejects: true)
            } throws: { error in
                let failure = error as? DecodingFailure
                return failure?.reason == .mismatch && failure?.path == name
            }
        }
    }

    @Test("null is accepted where the schema allows it, and an absent property everywhere", arguments: [true, false])
    func declared(_ rejects: Bool) throws {
        let sample = try sample(#""orNull":null,"threeState":null,"any":null"#, rejects: rejects)
        #expect(sample.orNull == nil && sample.threeState == .null && sample.withDefault == 7)
        #expect(try self.sample(#""orNull":2"#, rejects: rejects).orNull == 2)
    }
}
