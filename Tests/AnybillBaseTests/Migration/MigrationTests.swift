import Foundation
import Testing

@Suite("Migration from 1.x", .timeLimit(.minutes(3)))
struct MigrationTests {
    @Test("code of 1.x compiles without warnings after the compiler's fix-its, and old names are explained")
    func fixIts() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let build = try #require(Self.build, "Build the whole package: its modules are missing.")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [root.appendingPathComponent("Tests/Tools/check_migration.sh").path, build.path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("migration: code of 1.x compiles after its fix-its"))
    }

    /// The folder of the modules, into which the tests are built as well.
    private static var build: URL? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Modules").path) { return folder }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
