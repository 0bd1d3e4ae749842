import APIRuntime
import Foundation

/// The comparison of the runtime's models with equal structs and Foundation's coders.
///
/// It uses one page of 100 receipts, in the order of the model and in others, and the small objects of the call
/// benchmark.
struct CodecFigures {

    func measure() throws -> [Figure] {
        let page = ReceiptPage(receipts: (0..<100).map(Receipt.init), total: 4_211, next: "b3BhcXVlLWN1cnNvcg==")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let plain = try Self.decoder.decode(PlainReceiptPage.self, from: Data(JSONCoding.encode(page)))
        guard try JSONCoding.decode(ReceiptPage.self, from: Array(encoder.encode(plain))) == page else {
            preconditionFailure("The two sides read different values.")
        }
        let small = (0..<100).map(SmallObject.init(number:))
        let encoding = try compare({ _ = JSONCoding.encode(page) }, { _ = try encoder.encode(plain) })
        return try decoding("100 receipts", page, as: PlainReceiptPage.self)
            + decoding("100 receipts, members sorted by name", page, .sorted, as: PlainReceiptPage.self)
            + decoding("100 receipts, members in reverse", page, .reversed, atLeast: nil, as: PlainReceiptPage.self)
            + Self.figures("encode 100 receipts", encoding, "JSONEncoder", atLeast: 5)
            + decoding("100 small objects", small, goal: 45, as: [PlainSmallObject].self)
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Decodes the same document with both coders.
    private func decoding<T: JSONCodable & Equatable, Plain: Decodable>(
        _ name: String,
        _ value: T,
        _ order: PropertyOrder = .asWritten,
        atLeast: Double? = 8,
        goal: Double? = nil,
        as type: Plain.Type
    ) throws -> [Figure] {
        let data = Data(try order.arrange(JSONCoding.encode(value)))
        guard try JSONCoding.decode(T.self, from: data) == value else {
            preconditionFailure("The document is read as another value.")
        }
        let decoder = Self.decoder
        let times = try compare(
            { _ = try JSONCoding.decode(T.self, from: data) },
            { _ = try decoder.decode(type, from: data) }
        )
        return Self.figures("decode \(name)", times, "JSONDecoder", atLeast: atLeast, goal: goal)
    }

    private static func figures(
        _ name: String,
        _ times: Times,
        _ other: String,
        atLeast: Double?,
        goal: Double? = nil
    ) -> [Figure] {
        [
            Figure(name: name, value: times.ours * 1e6, unit: "µs", goal: goal, direction: .atMost),
            Figure(name: "  \(other), equal structs", value: times.theirs * 1e6, unit: "µs"),
            Figure(
                name: "  times faster",
                value: times.theirs / times.ours,
                unit: "×",
                goal: atLeast,
                direction: .atLeast
            ),
        ]
    }

    /// The durations of both coders in seconds.
    private typealias Times = (ours: Double, theirs: Double)

    /// Runs both sides alternately, so that a busy machine slows both.
    private func compare(_ ours: () throws -> Void, _ theirs: () throws -> Void) rethrows -> Times {
        var best: Times = (ours: .infinity, theirs: .infinity)
        for _ in 0..<15 {
            best.ours = min(best.ours, try Stopwatch.best(rounds: 1, count: 50, ours))
            best.theirs = min(best.theirs, try Stopwatch.best(rounds: 1, count: 10, theirs))
        }
        return best
    }
}

/// The order of the properties in a document.
enum PropertyOrder {
    case asWritten, sorted, reversed

    /// Returns the document with the properties of all its objects in this order.
    func arrange(_ document: [UInt8]) throws -> [UInt8] {
        switch self {
        case .asWritten: document
        case .sorted, .reversed: JSONCoding.encode(arrange(try JSONCoding.decode(JSONValue.self, from: document)))
        }
    }

    private func arrange(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map(arrange))
        case .object(let object):
            let members = object.members.map { JSONObject.Member(name: $0.name, value: arrange($0.value)) }
            let arranged = self == .sorted ? members.sorted { $0.name < $1.name } : members.reversed()
            return .object(JSONObject(arranged))
        default:
            return value
        }
    }
}
