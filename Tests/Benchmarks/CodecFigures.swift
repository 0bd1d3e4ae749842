import APIRuntime
import Foundation

/// Compares the runtime's models with equal structs under Foundation's coders, on one page of 100 receipts.
struct CodecFigures {

    func measure() throws -> [Figure] {
        let page = ReceiptPage(receipts: (0..<100).map(Receipt.init), total: 4_211, next: "b3BhcXVlLWN1cnNvcg==")
        let data = Data(JSON.encode(page))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let plain = try decoder.decode(PlainReceiptPage.self, from: data)
        guard try JSON.decode(ReceiptPage.self, from: Array(encoder.encode(plain))) == page else {
            preconditionFailure("The two sides read different values.")
        }
        let decoding = try compare(
            { _ = try JSON.decode(ReceiptPage.self, from: data) },
            { _ = try decoder.decode(PlainReceiptPage.self, from: data) }
        )
        let encoding = try compare({ _ = JSON.encode(page) }, { _ = try encoder.encode(plain) })
        return [
            Figure(name: "decode 100 receipts", value: decoding.ours * 1e6, unit: "µs"),
            Figure(name: "  JSONDecoder, equal structs", value: decoding.theirs * 1e6, unit: "µs"),
            Figure(
                name: "  times faster",
                value: decoding.theirs / decoding.ours,
                unit: "×",
                goal: 8,
                direction: .atLeast
            ),
            Figure(name: "encode 100 receipts", value: encoding.ours * 1e6, unit: "µs"),
            Figure(name: "  JSONEncoder, equal structs", value: encoding.theirs * 1e6, unit: "µs"),
            Figure(
                name: "  times faster",
                value: encoding.theirs / encoding.ours,
                unit: "×",
                goal: 5,
                direction: .atLeast
            ),
        ]
    }

    /// The two sides take turns, so that a busy machine slows both.
    private func compare(
        _ ours: () throws -> Void,
        _ theirs: () throws -> Void
    ) rethrows -> (ours: Double, theirs: Double) {
        var best = (ours: Double.infinity, theirs: Double.infinity)
        for _ in 0..<15 {
            best.ours = min(best.ours, try Stopwatch.best(rounds: 1, count: 50, ours))
            best.theirs = min(best.theirs, try Stopwatch.best(rounds: 1, count: 10, theirs))
        }
        return best
    }
}
