import APIRuntime
import APITesting
import AnybillBase
import Foundation
import HTTPTypes

/// An installation whose service responds immediately with numbered receipts.
@MainActor
struct ReceiptBench {
    /// The context of the installation.
    let context: AnybillContext
    /// The receipt provider of the installation.
    let provider: ReceiptProvider

    /// Opens the store in a folder.
    init(folder: URL, count: Int) {
        context = AnybillContext(
            AnybillConfiguration(
                servers: AnybillServers(all: URL(string: "http://127.0.0.1") ?? folder),
                storage: .folder(folder),
                client: ClientConfiguration(transport: Self.service(count))
            )
        )
        provider = ReceiptProvider(context: context)
    }

    /// Signs the user in.
    func signIn() async throws {
        let token = TokenUser(accessToken: "a", expiresIn: 86_400, refreshToken: "r")
        try await AuthProvider(context: context).loginTokenUser(tokenUser: token)
    }

    /// The token of a page with one receipt, which is newer than all others.
    nonisolated static let newestToken = "newest"

    /// The number of receipts that only direct access returns.
    private nonisolated static let directCount = 5000

    private nonisolated static func service(_ count: Int) -> ScriptedTransport {
        let toggled = LockedState<Set<Int>>([])
        return ScriptedTransport { request in
            if request.line.hasPrefix("POST"), let id = request.path.split(separator: "/").dropFirst(3).first,
                let number = Int(id.suffix(12))
            {
                var receipt = receipt(number)
                let isToggled = toggled.withLock { $0.insert(number).inserted || $0.remove(number) == nil }
                if isToggled { receipt.misc.isFavourite.toggle() }
                return .value(receipt)
            }
            let items = URLComponents(string: request.head.path ?? "")?.queryItems ?? []
            if items.contains(where: { $0.value == newestToken }) {
                var newest = receipt(count + directCount)
                newest.head.date = Date(timeIntervalSince1970: 1_800_000_000)
                return .value(ContinuationReceiptList(receipts: [newest], totalCount: count))
            }
            // In ascending order there are other receipts, which the query of the list does not contain.
            let isOther = items.contains { $0.value == "Ascending" }
            let (first, last) = isOther ? (count, count + directCount) : (0, count)
            let start = items.first { $0.name == "continuationToken" }?.value.flatMap { Int($0) } ?? first
            let end = min(last, start + 100)
            let page = ContinuationReceiptList(
                receipts: (start..<end).map(receipt),
                totalCount: count,
                continuationToken: end < last ? "\(end)" : nil
            )
            return .value(page)
        }
    }

    private nonisolated static let words = [
        "Apfel", "Birne", "Milch", "Brot", "Käse", "Wurst", "Butter", "Eier", "Kaffee", "Tee", "Zucker", "Salz", "Reis",
        "Nudeln", "Tomaten", "Gurke", "Salat", "Wein", "Bier", "Wasser",
    ]

    private nonisolated static let stores = [
        "Markt am Tor", "Café Größe", "Bäckerei Süd", "Drogerie West", "Baumarkt Nord",
    ]

    /// Returns a receipt of six lines, which is the same for the same number.
    nonisolated static func receipt(_ number: Int) -> Receipt {
        let lines = (0..<6).map { line in
            Line.defaultLine(
                DefaultLine(
                    text: "\(words[(number * 7 + line * 3) % 20]) \(words[(number + line) % 20]) \(number % 977)",
                    fullAmountInclVat: Decimal(number % 1000) / 100,
                    sequenceNumber: line,
                    item: Item(quantity: 1, quantityMeasure: .count, pricePerUnit: 2)
                )
            )
        }
        let address = Address(
            street: "Hauptstr. \(number % 90)",
            postalCode: "\(90_000 + number % 9000)",
            city: "Regensburg",
            countryCode: "DEU"
        )
        return Receipt(
            id: String(format: "00000000-0000-4000-8000-%012d", number),
            head: Head(
                date: Date(timeIntervalSince1970: 1_700_000_000 - Double(number) * 600),
                number: "\(number)",
                seller: Seller(name: stores[number % 5], address: address)
            ),
            data: ReceiptData(currency: "EUR", fullAmountInclVat: Decimal(number % 20_000) / 100, lines: lines),
            misc: Misc(isFavourite: number.isMultiple(of: 50), note: number.isMultiple(of: 100) ? "Notiz" : nil)
        )
    }
}
