import APIRuntime
import Foundation
import Testing

/// A trial of the invariants of one model, regardless of its properties.
protocol ModelTrial: Sendable {
    /// The name of the model.
    var name: String { get }

    /// Tries the model, and records violated invariants.
    func run() throws

    /// Returns a JSON document after it has been decoded and encoded.
    ///
    /// - Throws: `DecodingFailure` if the model refuses the document or skips a part of it.
    func roundTrip(_ json: [UInt8]) throws -> [UInt8]
}

/// The trial of one model.
struct Trial<Value: JSONModel & Hashable>: ModelTrial {
    var name: String { "\(Value.self)" }

    func run() throws {
        let documents = try DocumentFinder<Value>().documents()
        for document in documents { try check(document) }
        // The last document has every property that the finder could fill.
        #expect(documents.last?.object?.members.isEmpty == Value.keys.names.isEmpty, "\(name) has no members")
    }

    func roundTrip(_ json: [UInt8]) throws -> [UInt8] {
        var report = DecodingReport()
        let value = try JSONCoding.decode(Value.self, from: json, report: &report)
        #expect(report.skipped.isEmpty, "\(name) skips \(report.skipped)")
        return JSONCoding.encode(value)
    }

    private func check(_ document: JSONValue) throws {
        let bytes = JSONCoding.encode(document)
        let value = try JSONCoding.decode(Value.self, from: bytes)
        let written = JSONCoding.encode(value)
        #expect(try JSONCoding.decode(Value.self, from: written) == value, "\(name) is not read as it was written")
        #expect(
            JSONCoding.encode(try JSONCoding.decode(Value.self, from: written)) == written,
            "\(name) is written in two ways"
        )
        let foundation = try JSONDecoder().decode(Value.self, from: Data(bytes))
        #expect(foundation == value, "\(name): JSONDecoder reads another value")
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONCoding.decode(Value.self, from: encoded) == value, "\(name): JSONEncoder writes another value")
        #expect(try JSONDecoder().decode(Value.self, from: encoded) == value, "\(name): Foundation's own round trip")
        let list = try PropertyListDecoder().decode([Value].self, from: PropertyListEncoder().encode([value, value]))
        #expect(list == [value, value], "\(name): property lists")
    }
}

/// A search for documents that a model accepts, guided by the paths and reasons of its failures.
struct DocumentFinder<Value: JSONModel> {
    /// An error for a model that accepts no document of the finder.
    struct Lost: Error, CustomStringConvertible {
        let description: String
    }

    private static var scalars: [JSONValue] {
        [
            "text ü \"\\", 7, true, "2024-05-06T07:08:09.250Z", "2024-02-29", "123E4567-E89B-12D3-A456-426614174000",
            "https://example.com/a?b=c", "aGk=", .number(JSONNumber("12345678901234567.25") ?? JSONNumber(1)), "1.5",
        ]
    }

    private static var candidates: [JSONValue] {
        scalars + [.array([]), .object(JSONObject([])), .array([.object(JSONObject([]))]), .array([1]), .array(["x"])]
    }

    /// Returns the smallest document, and one with every property that can be filled.
    ///
    /// Lists in the second document contain an element if possible.
    func documents() throws -> [JSONValue] {
        let smallest = try repaired(.object(JSONObject([])))
        var fullest = smallest
        for name in Value.keys.names where fullest[name] == nil || fullest[name] == .array([]) {
            // Try the richest form first.
            for candidate in Self.candidates.reversed() {
                var tried = fullest
                tried[name] = candidate
                guard let found = try? repaired(tried), keeps(name, found) else { continue }
                fullest = found
                break
            }
        }
        return [smallest, fullest]
    }

    /// Returns whether the property was decoded as a declared property.
    ///
    /// An unknown property, and an element that a list skips, do not count.
    private func keeps(_ name: String, _ document: JSONValue) -> Bool {
        var report = DecodingReport()
        let value = try? JSONCoding.decode(Value.self, from: JSONCoding.encode(document), report: &report)
        return value != nil && report.skipped.isEmpty
    }

    private func repaired(_ document: JSONValue) throws -> JSONValue {
        var document = document
        var tried: [String: Int] = [:]
        for _ in 0..<500 {
            do throws(DecodingFailure) {
                _ = try JSONCoding.decode(Value.self, from: JSONCoding.encode(document))
                return document
            } catch {
                let number = tried[error.path, default: 0]
                // A name may contain the characters that separate names in a path.
                let isName = Value.keys.names.contains(error.path)
                guard number < Self.candidates.count,
                    let steps = isName ? [error.path] : Self.steps(of: error.path),
                    document.put(Self.candidates[number], at: steps[...])
                else { throw Lost(description: "\(Value.self): \(error)") }
                tried[error.path] = number + 1
            }
        }
        throw Lost(description: "\(Value.self): too many attempts")
    }

    /// Returns the names and indices of a path such as `receipts[3].head.date`.
    private static func steps(of path: String) -> [String]? {
        let text = path.replacingOccurrences(of: "[", with: ".[")
        let steps = text.split(separator: ".").map(String.init)
        return steps.isEmpty ? nil : steps
    }
}

extension JSONValue {
    /// Sets the value at a path, and returns `false` if the path does not exist.
    fileprivate mutating func put(_ value: JSONValue, at steps: ArraySlice<String>) -> Bool {
        guard let step = steps.first else {
            self = value
            return true
        }
        if step.hasPrefix("["), case .array(var items) = self {
            guard let index = Int(step.dropFirst().dropLast()), items.indices.contains(index),
                items[index].put(value, at: steps.dropFirst())
            else { return false }
            self = .array(items)
            return true
        }
        guard object != nil else { return false }
        var member = self[step] ?? .null
        guard member.put(value, at: steps.dropFirst()) else { return false }
        self[step] = member
        return true
    }
}
