import APIRuntime
import Foundation

// Compares the runtime's models with equal structs under Foundation's coders, on one page of 100 receipts.
// Prints nanoseconds per page: the fastest of many short rounds, the two sides taking turns.

let page = ReceiptPage(receipts: (0..<100).map(Receipt.init), total: 4_211, next: "b3BhcXVlLWN1cnNvcg==")
let bytes = JSON.encode(page)
let data = Data(bytes)

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
let plain = try decoder.decode(PlainReceiptPage.self, from: data)

// The same members, the other way round, to see what an unexpected order costs.
let shuffled = reorder(bytes)

guard try JSON.decode(ReceiptPage.self, from: bytes) == page, try JSON.decode(ReceiptPage.self, from: shuffled) == page,
    try JSON.decode(ReceiptPage.self, from: Array(encoder.encode(plain))) == page
else { preconditionFailure("the two sides read different values") }

print("page: \(bytes.count) bytes")
let decoding = compare(
    "decode",
    { _ = try JSON.decode(ReceiptPage.self, from: data) },
    { _ = try decoder.decode(PlainReceiptPage.self, from: data) }
)
let encoding = compare("encode", { _ = JSON.encode(page) }, { _ = try encoder.encode(plain) })
_ = compare(
    "decode, members reversed",
    { _ = try JSON.decode(ReceiptPage.self, from: shuffled) },
    { _ = try decoder.decode(PlainReceiptPage.self, from: data) }
)
_ = compare(
    "decode to JSONValue",
    { _ = try JSON.decode(JSONValue.self, from: data) },
    { _ = try JSONSerialization.jsonObject(with: data) }
)
if CommandLine.arguments.contains("--check"), decoding < 8 || encoding < 5 {
    print("slower than promised: decode at least 8 times, encode at least 5 times as fast as Foundation")
    exit(1)
}

func reorder(_ bytes: [UInt8]) -> [UInt8] {
    func reverse(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(reverse))
        case .object(let object):
            .object(JSONObject(object.members.reversed().map { .init(name: $0.name, value: reverse($0.value)) }))
        default: value
        }
    }
    do {
        return JSON.encode(reverse(try JSON.decode(JSONValue.self, from: bytes)))
    } catch {
        preconditionFailure("\(error)")
    }
}

func compare(_ name: String, _ ours: () throws -> Void, _ theirs: () throws -> Void) -> Double {
    var best = (ours: Double.infinity, theirs: Double.infinity)
    for _ in 0..<15 {
        best.ours = min(best.ours, measure(50, ours))
        best.theirs = min(best.theirs, measure(10, theirs))
    }
    let ratio = best.theirs / best.ours
    let text = "\(name): \(Int(best.ours)) ns, Foundation \(Int(best.theirs)) ns, ratio "
    print(text + String(format: "%.1f", ratio))
    return ratio
}

func measure(_ count: Int, _ body: () throws -> Void) -> Double {
    let clock = ContinuousClock()
    let time = clock.measure {
        for _ in 0..<count {
            do { try body() } catch { preconditionFailure("\(error)") }
        }
    }
    return Double(time.components.attoseconds) / 1e9 / Double(count) + Double(time.components.seconds) * 1e9
        / Double(count)
}
