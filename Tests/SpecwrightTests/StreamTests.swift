import Foundation
import Testing

#if canImport(Glibc)

/// Tests of input that never ends, and of output that cannot be written.
@Suite("specwright: standard streams")
struct StreamTests {

    /// Runs the tool in a shell with redirections.
    private func run(_ tool: Tool, _ arguments: String) throws -> Tool.Run {
        try tool.run(program: "/bin/sh", ["-c", "'\(try Tool.executable().path)' \(arguments)"])
    }

    @Test("a device without an end has too many bytes for a document or a configuration")
    func endlessInput() throws {
        let tool = try Tool()
        for arguments in ["lint /dev/zero", "lint --config /dev/zero", "upgrade /dev/zero"] {
            let run = try run(tool, arguments)
            #expect(run.code == 1)
            #expect(run.errors.hasPrefix("/dev/zero:1:1: error: The file has more than the 67108864 bytes allowed."))
        }
    }

    @Test("a document can come from a pipe")
    func pipe() throws {
        let document = #"{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}"#
        let tool = try Tool()
        try tool.write(document, to: "a.json")
        let run = try tool.run(
            program: "/bin/sh",
            ["-c", "cat a.json | '\(try Tool.executable().path)' lint --quiet /dev/stdin"]
        )
        #expect(run.code == 0, "\(run)")
    }

    @Test(
        "a standard output that cannot be written is an error",
        arguments: [
            "upgrade old.yaml", "lint old.yaml", "generate old.yaml --module A --output out", "help", "--version",
        ]
    )
    func fullOutput(_ arguments: String) throws {
        let tool = try Tool()
        try tool.write("openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n", to: "old.yaml")
        let run = try run(tool, arguments + " >/dev/full")
        #expect(run.code == 1)
        #expect(run.errors.hasSuffix("error: The standard output cannot be written: No space left on device\n"))
    }

    @Test(
        "a standard error that cannot be written does not change the exit code",
        arguments: [("lint none.yaml", 1), ("lint --nothing", 2), ("generate", 1), ("lint good.yaml", 0)]
    )
    func fullError(_ arguments: String, _ code: Int) throws {
        let tool = try Tool()
        try tool.write("openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n", to: "good.yaml")
        let run = try run(tool, arguments + " 2>/dev/full")
        #expect(Int(run.code) == code)
    }
}
#endif
