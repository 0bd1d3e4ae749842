import APIRuntime
import APIStorage
import Foundation
import GRDB
import SeededTesting
import Testing

@testable import AnybillBase

@Suite("Search")
struct SearchTests {
    private let receipts = [
        makeReceipt("a", minute: 3, store: "Café Größe", note: "Für Oma", lines: [makeLine("Äpfel süß")]),
        makeReceipt(
            "b",
            minute: 2,
            store: "Markt",
            amount: 12,
            isFavourite: true,
            lines: [
                makeLine("Milch", discounts: [LineDiscount(discountId: "APP-COUPON")])
            ]
        ),
        makeReceipt("c", minute: 1, store: "Markt Süd", amount: 5),
    ]

    private func store() throws -> UserStore {
        let store = try UserStore(partition: "p", folder: nil)
        try store.replaceAll(by: receipts, query: ReceiptQuery(orderBy: .date, orderDirection: .descending))
        return store
    }

    @Test(
        "a list search covers the documented properties",
        arguments: [
            ("markt", ["b", "c"]), ("  MARKT ", ["b", "c"]), ("cafe", ["a"]), ("grosse", ["a"]), ("größe", ["a"]),
            ("oma", ["a"]), ("apfel", ["a"]), ("coupon", ["b"]), ("7.48", ["a"]), ("7,48", ["a"]), ("12,00", ["b"]),
            ("12.00", ["b"]), ("hauptstr. 5", ["a", "b", "c"]), ("93047", ["a", "b", "c"]),
            ("regens", ["a", "b", "c"]),
            ("", ["a", "b", "c"]), ("nothing", []),
        ]
    )
    func list(keyword: String, expected: [String]) {
        #expect(receipts.searchReceipts(for: keyword).map(\.id) == expected)
    }

    @Test("the list's search can be combined with a favourites filter")
    func favourites() {
        #expect(receipts.filter { $0.misc.isFavourite }.searchReceipts(for: "markt").map(\.id) == ["b"])
    }

    @Test(
        "a store search matches word prefixes without accents, and amounts in both notations",
        arguments: [
            ("mar", ["b", "c"]), ("cafe", ["a"]), ("grosse", ["a"]), ("größ", ["a"]), ("CAFÉ", ["a"]), ("apf", ["a"]),
            ("oma", ["a"]), ("coup", ["b"]),
            ("7.48", ["a"]), ("7,48", ["a"]), ("12,0", ["b"]), ("markt sud", ["c"]), ("sud markt", ["c"]),
            ("93047", ["a", "b", "c"]), ("arkt", ["b", "c"]), ("rosse", ["a"]), ("rkt\0sud", ["c"]), ("s", ["a", "c"]),
            ("nothing", []), ("\"", ["a", "b", "c"]), ("a\"b* OR (", []),
            ("NEAR", []), ("-5", ["c", "a", "b"]),
        ]
    )
    func index(text: String, expected: [String]) async throws {
        let found = try await store().search(ReceiptSearch(text)).map(\.id)
        #expect(Set(found) == Set(expected))
    }

    @Test("a match in the store's name ranks before one in a line")
    func ranking() async throws {
        let store = try store()
        try store.append([makeReceipt("d", store: "Kiosk", lines: [makeLine("Cafe creme")])])
        #expect(try await store.search(ReceiptSearch("cafe")).map(\.id) == ["a", "d"])
    }

    @Test("receipts that match equally are in the order of the list, wherever they were inserted")
    func order() async throws {
        let store = try store()
        try store.insert(makeReceipt("x", minute: 9, store: "Markt"), after: nil)
        try store.insert(makeReceipt("y", minute: 2, store: "Markt"), after: "b")
        #expect(try await store.search(ReceiptSearch("markt")).map(\.id) == ["x", "b", "y", "c"])
        let dated = ReceiptSearch("markt", dates: minute(2)...minute(9))
        #expect(try await store.search(dated).map(\.id) == ["x", "b", "y"])
        try store.replaceAll(by: receipts, query: ReceiptQuery(orderBy: .date, orderDirection: .descending))
        #expect(try await store.search(ReceiptSearch("markt")).map(\.id) == ["b", "c"])
    }

    @Test("after receipts were inserted before all others, a search does not sort all of its matches")
    func work() async throws {
        let store = try store()
        try store.insert([makeReceipt("x", minute: 9), makeReceipt("y", minute: 8)], after: nil)
        try store.insert([makeReceipt("w", minute: 10)], after: nil)
        let statements = LockedState<[String]>([])
        try trace(store) { statement in statements.withLock { $0.append(statement) } }
        let searches = [ReceiptSearch("markt"), ReceiptSearch("markt", dates: minute(0)...minute(99))]
        for search in searches {
            #expect(try await store.search(search).map(\.id).prefix(3) == ["w", "x", "y"])
        }
        let found = statements.withLock { $0 }.filter { $0.hasPrefix("SELECT") && $0.contains("MATCH") }
        #expect(!found.isEmpty)
        for statement in found {
            let plan = try store.file.readNow { try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(statement)") }
            #expect(!plan.contains { ($0["detail"] as String).contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    /// Observes the statements of a store in memory, with their values.
    private func trace(_ store: UserStore, _ body: @escaping @Sendable (String) -> Void) throws {
        try store.file.writer.writeWithoutTransaction { db in
            db.trace { event in
                if case .statement(let statement) = event { body(statement.expandedSQL) }
            }
        }
    }

    @Test("a list is searched itself while the search index cannot be read")
    @MainActor
    func unreadableIndex() async throws {
        let folder = TemporaryFolder()
        let bench = try await Bench.loggedIn([.page(receipts, total: 3)], storage: folder.location)
        try await bench.receipts.initiateReceiptQuery()
        try #require(bench.context.storage.active).file.writeNow { db in
            try db.execute(sql: "ALTER TABLE receiptText RENAME TO elsewhere")
        }
        #expect(try await bench.receipts.search("markt").map(\.id) == ["b", "c"])
    }

    @Test(
        "a list that is not in the store is searched with the same result",
        arguments: ["mar", "cafe", "s", "sud markt", "rkt\0sud", "93047", "12,0", "oma", "nothing", "-5", "\"", "a\"b"]
    )
    func memory(text: String) async throws {
        let searches = [
            ReceiptSearch(text), ReceiptSearch(text, favouritesOnly: true), ReceiptSearch(text, limit: 1),
            ReceiptSearch(text, dates: minute(1)...minute(2)),
        ]
        let store = try store()
        for search in searches { #expect(try await store.search(search) == search.hits(in: receipts)) }
    }

    @Test("any text is found in the store as in a list that is not in the store", arguments: [1, 2, 3, 4] as [UInt64])
    func anyText(seed: UInt64) async throws {
        // Few characters, so that most searches find something, and codes that the index moves.
        let characters = "aabbe\"*:7,.-ßéÿΩяжא日本\u{7f}\u{80}\u{17f}\u{2ff}\u{300}\u{f0061}\0 "
        var random = SeededRandom(seed: seed)
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in characters.randomElement(using: &random) ?? "a" })
        }
        let receipts = (0..<60).map { number in
            makeReceipt(
                "\(number)",
                store: text(3),
                amount: Decimal(number % 7),
                note: number.isMultiple(of: 2) ? text(4) : nil,
                lines: [makeLine(text(8)), makeLine(text(6))]
            )
        }
        let store = try UserStore(partition: "p", folder: nil)
        try store.replaceAll(by: receipts, query: ReceiptQuery(orderBy: .date, orderDirection: .descending))
        var count = 0
        for _ in 0..<200 {
            let search = ReceiptSearch(text(Int.random(in: 1...5, using: &random)), limit: 5)
            let expected = search.hits(in: receipts)
            count += expected.count
            #expect(try await store.search(search) == expected, "\(search.text.debugDescription)")
        }
        #expect(count > 100)
    }

    @Test("no two columns of the index have an entry of ASCII characters in common")
    func columns() {
        let text = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
        let all = SearchColumn.allCases.map { Set($0.encoded(text).unicodeScalars) }
        #expect(all.allSatisfy { $0.count == 0x80 })
        #expect(all.reduce(into: Set()) { $0.formUnion($1) }.count == 0x80 * all.count)
    }

    @Test("a search result shows the matching excerpt with the words marked")
    func snippet() async throws {
        let hit = try #require(try await store().search(ReceiptSearch("oma")).first)
        #expect(hit.snippet == "Für ‹Oma›")
    }

    @Test("favourites, dates and a limit restrict a search, even one without words")
    func filters() async throws {
        let store = try store()
        #expect(try await store.search(ReceiptSearch("markt", favouritesOnly: true)).map(\.id) == ["b"])
        #expect(try await store.search(ReceiptSearch(favouritesOnly: true)).map(\.id) == ["b"])
        #expect(try await store.search(ReceiptSearch(dates: minute(1)...minute(2))).map(\.id) == ["b", "c"])
        #expect(try await store.search(ReceiptSearch("markt", dates: minute(0)...minute(1))).map(\.id) == ["c"])
        #expect(try await store.search(ReceiptSearch(limit: 2)).map(\.id) == ["a", "b"])
        #expect(try await store.search(ReceiptSearch("markt", limit: 1)).count == 1)
    }

    @Test("an edited receipt is found at once, and its former text is not")
    func incremental() async throws {
        let store = try store()
        try store.replace(makeReceipt("a", minute: 3, note: "Werkstatt"))
        #expect(try await store.search(ReceiptSearch("werkst")).map(\.id) == ["a"])
        #expect(try await store.search(ReceiptSearch("oma")).isEmpty)
    }

    @Test(
        "amounts have two or more decimals, in both notations",
        arguments: [
            ("7.5", ["7.50", "7,50"]), ("7", ["7.00", "7,00"]), ("-3.125", ["-3.125", "-3,125"]),
            ("0", ["0.00", "0,00"]),
        ]
    )
    func amounts(text: String, expected: [String]) throws {
        #expect(ReceiptText.spellings(of: try #require(Decimal(string: text))) == expected)
    }
}
