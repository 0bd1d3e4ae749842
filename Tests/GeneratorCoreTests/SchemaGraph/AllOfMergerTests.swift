import Testing

@testable import GeneratorCore

/// Tests of the choice between the schemas of one property in two parts of a composition.
@Suite("allOf merger")
struct AllOfMergerTests {

    private let parsed: ParsedDocument
    private let merger: AllOfMerger

    init() throws {
        parsed = try ParsedDocument(
            schemas: """
                Any: { description: Any value. }
                Text: { type: string }
                Note: { type: string, maxLength: 5 }
                Day: { type: string, format: date }
                Id: { type: string, format: uuid }
                State: { type: string, enum: [open, done] }
                Open: { type: string, enum: [open] }
                Ended: { type: string, enum: [done, failed] }
                Color: { type: string, enum: [red] }
                AnyDay: { format: date }
                AnyName: { format: name }
                Whole: { type: integer }
                Number: { type: number }
                Nothing: { type: 'null' }
                MaybeText: { type: [string, 'null'] }
                Person: { type: object, properties: { name: { type: string } } }
                Owner: { allOf: [{ $ref: '#/components/schemas/Person' }, { properties: { since: { type: string } } }] }
                Place: { type: object, properties: { city: { type: string } } }
                AnyObject: { type: object }
                Reference: { $ref: '#/components/schemas/State' }
                """
        )
        let options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        merger = AllOfMerger(SchemaRelations(parsed.document, in: parsed.context, options) { _ in false })
    }

    @Test(
        "the stricter schema is chosen, and the later one of two equally strict ones",
        arguments: [
            ("Text", "State", AllOfMerger.Choice.second), ("State", "Text", .first), ("Text", "Reference", .second),
            ("Text", "Day", .second), ("Day", "Text", .first), ("Text", "Note", .second), ("Note", "Text", .second),
            ("State", "Any", .first), ("Any", "State", .second), ("State", "Reference", .second),
            ("Person", "Owner", .second), ("Owner", "Person", .first), ("Person", "Place", .both),
            ("Open", "State", .first), ("State", "Open", .second), ("State", "Ended", .commonValues),
            ("State", "Color", .second), ("Text", "AnyDay", .firstWithFormat), ("AnyDay", "Text", .secondWithFormat),
            ("Text", "AnyName", .first), ("Id", "AnyDay", .first),
        ]
    )
    func stricter(_ first: String, _ second: String, _ expected: AllOfMerger.Choice) throws {
        let choice = merger.stricter(try parsed.schema(first), try parsed.schema(second))
        #expect(choice == expected)
    }

    @Test(
        "schemas are contrary if no value satisfies both",
        arguments: [
            ("Text", "Whole", true), ("Whole", "Number", false), ("Day", "Id", true), ("Day", "Text", false),
            ("Person", "Text", true), ("Text", "Any", false), ("Text", "Nothing", false), ("State", "Reference", false),
        ]
    )
    func contrary(_ first: String, _ second: String, _ expected: Bool) throws {
        let (one, other) = (try parsed.schema(first), try parsed.schema(second))
        #expect(merger.areContrary(one, other) == expected)
        #expect(merger.areContrary(other, one) == expected)
    }

    @Test("null and another schema are one nullable schema, but null and any value are not")
    func null() throws {
        #expect(merger.areNullAndMore(try parsed.schema("Nothing"), try parsed.schema("Text")))
        #expect(merger.areNullAndMore(try parsed.schema("Text"), try parsed.schema("Nothing")))
        #expect(!merger.areNullAndMore(try parsed.schema("Nothing"), try parsed.schema("Nothing")))
        #expect(!merger.areNullAndMore(try parsed.schema("Nothing"), try parsed.schema("Any")))
        #expect(!merger.areNullAndMore(try parsed.schema("MaybeText"), try parsed.schema("Text")))
    }

    @Test("contrary strings have any string in common, and other contrary schemas any value")
    func common() throws {
        var derived = DerivedSchemas(parsed.context)
        let text = merger.common(try parsed.schema("Day"), try parsed.schema("Id"), &derived)
        #expect(text.kinds == [.string] && text.format == nil && !text.isNullable)
        let any = merger.common(try parsed.schema("MaybeText"), try parsed.schema("Whole"), &derived)
        #expect(any.kinds.isEmpty && any.isNullable)
        #expect(merger.common(try parsed.schema("Day"), try parsed.schema("Id"), &derived) === text)
    }
}
