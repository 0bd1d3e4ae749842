import Foundation

/// The growth of the peak of the process's memory since some moment; only Linux can tell it.
struct PeakMemory {
    private let start: Int?

    /// Starts a measurement.
    init() throws {
        #if os(Linux)
        // "5" resets the peak to the current use.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        #endif
        start = try Self.peak()
    }

    /// Returns the growth in bytes; `nil` on other systems, and with a sanitizer, which uses memory of its own.
    func growth() throws -> Int? {
        guard let start, ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil else { return nil }
        return try Self.peak().map { $0 - start }
    }

    private static func peak() throws -> Int? {
        #if os(Linux)
        let status = try String(contentsOf: URL(fileURLWithPath: "/proc/self/status"), encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }.map {
            $0 * 1024
        }
        #else
        return nil
        #endif
    }
}
