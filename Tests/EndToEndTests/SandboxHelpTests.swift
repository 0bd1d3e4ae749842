import Foundation
import Testing

/// Tests of the help of the sandbox.
@Suite("Help of the sandbox", .timeLimit(.minutes(1)))
struct SandboxHelpTests {

    @Test("each option of the sandbox is described by a noun phrase or an imperative")
    func options() throws {
        let process = Process()
        process.executableURL = try SandboxProcess.executable()
        process.arguments = ["--help"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let options = String(decoding: data, as: UTF8.self).components(separatedBy: "\n  --").dropFirst()
        #expect(options.count == 15)
        for option in options {
            // The option's name, the name of its value, and its description.
            let words = option.split(whereSeparator: \.isWhitespace).dropFirst().drop { $0.hasPrefix("<") }
            #expect(["The", "Run", "Print"].contains(words.first), "\(option)")
        }
    }
}
