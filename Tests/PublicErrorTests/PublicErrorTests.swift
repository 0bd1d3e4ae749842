import Foundation
import Testing

/// Tests of the forms in which apps and logs show errors.
@Suite("public errors")
struct PublicErrorTests {

    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Errors that only Apple systems declare, so that no row can contain them.
    private let appleErrors: Set<String> = ["AnybillBase.Failure"]

    @Test(
        "every public error prints as expected, and its localized description is a sentence",
        arguments: ErrorTable.all
    )
    func texts(_ row: ErrorRow) {
        #expect("\(row.error)" == row.printed)
        #expect(String(describing: row.error) == row.printed)
        #expect(row.error.localizedDescription == row.sentence)
    }

    @Test("no form of a public error contains a secret", arguments: ErrorTable.all)
    func secrets(_ row: ErrorRow) {
        for form in row.forms {
            #expect(!form.contains(ErrorRow.secret))
            #expect(!form.contains("could not be completed. ("), "the error has no localized description")
        }
    }

    @Test("every public error type, and every case of a public error enum, has a row")
    func completeness() throws {
        let found = try PublicErrorTypes(root: root).types
        let rows = Dictionary(grouping: ErrorTable.all, by: \.type)
        #expect(found.count > 20)
        for (name, type) in found where !appleErrors.contains(name) {
            #expect(rows[name] != nil, "add a row for \(name) to ErrorTable or ServiceErrorTable")
            let missing = type.cases.subtracting((rows[name] ?? []).compactMap(\.caseName))
            #expect(missing.isEmpty, "\(name)")
        }
        for name in appleErrors {
            #expect(found[name] != nil)
        }
    }

    @Test("the search finds declarations over several lines, nested types and extensions")
    func search() {
        let text = """
            // public enum Comment: Error {
            public enum Outer {
                public enum Inner: Hashable,
                    Error
                {
                    case one, two(Int, String)
                    case three
                }
                enum Hidden: Error { case four }
            }
            public struct Late {
                var value = 1
            }
            extension Late: LocalizedError {
            }
            public struct NoError: Hashable {
            }
            """
        let types = PublicErrorTypes(text: text, module: "M").types
        #expect(Set(types.keys) == ["M.Inner", "M.Late"])
        #expect(types["M.Inner"]?.cases == ["one", "two", "three"])
    }
}
