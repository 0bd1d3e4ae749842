// swift-format-ignore-file
// Code that does not compile for the oldest systems. The check requires each of these errors.
import Foundation

func standardLibrary() async throws {
    _ = UInt128(1)  // error: 'UInt128' is only available in
    try await withThrowingDiscardingTaskGroup { _ in }  // error: is only available in
    let handlers: [(Int) throws(CancellationError) -> Void] = []  // error: runtime support for typed throws function types
    let numbers: any AsyncSequence<Int, Never> = AsyncStream<Int> { _ in }  // error: is only available in
    _ = (handlers, numbers)
}

struct Pack<each Element> { var elements: (repeat each Element) }  // error: parameter packs in generic types are only available in

func foundation() {
    _ = Calendar.RecurrenceRule.daily(calendar: .current)  // error: is only available in
    _ = URL(filePath: "/tmp")
    _ = Date.now.formatted(.iso8601)
}
