import Foundation

/// The growth of the peak of the process's memory since some moment.
struct PeakMemory {
    private let start: Int?

    private static let reset = URL(fileURLWithPath: "/proc/self/clear_refs")
    private static let status = URL(fileURLWithPath: "/proc/self/status")

    /// Starts a measurement.
    init() throws {
        // "5" resets the peak to the current use.
        if FileManager.default.isWritableFile(atPath: Self.reset.path) { try Data("5".utf8).write(to: Self.reset) }
        start = try Self.peak()
    }

    /// Returns the growth in bytes; `nil` on systems without these files, and with a sanitizer, which uses memory itself.
    func growth() throws -> Int? {
        guard let start, ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil else { return nil }
        return try Self.peak().map { $0 - start }
    }

    private static func peak() throws -> Int? {
        guard FileManager.default.isReadableFile(atPath: status.path) else { return nil }
        let text = try String(contentsOf: status, encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
        return kilobytes.map { $0 * 1024 }
    }
}
