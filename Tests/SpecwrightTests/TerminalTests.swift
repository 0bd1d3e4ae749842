import Foundation
import Testing

#if canImport(Glibc)

/// Tests of output that is only written to a terminal.
@Suite("specwright on a terminal")
struct TerminalTests {

    /// Runs the tool on a pseudo-terminal, which `script` of util-linux creates, and returns its visible output.
    private func onTerminal(_ tool: Tool, _ arguments: [String]) throws -> Tool.Run {
        let command = ([try Tool.executable().path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        return try tool.run(program: "/usr/bin/script", ["-qec", command, "/dev/null"])
    }

    @Test("a terminal shows the current module and a final table; a pipe gets the last line only")
    func progress() throws {
        let tool = try Project.make("Note", generated: false)
        let configuration = try #require(tool.text("Specs/specwright.yaml"))
        let second = configuration.replacingOccurrences(of: "modules:\n", with: "")
            .replacingOccurrences(of: "SmallAPI", with: "OtherAPI")
        try tool.write(configuration + second, to: "Specs/specwright.yaml")
        let run = try onTerminal(tool, ["generate"])
        #expect(run.code == 0)
        let clear = "\r\u{1B}[K"
        #expect(run.output.hasPrefix("\(clear)[1/2] SmallAPI\(clear)[2/2] OtherAPI\(clear)module "))
        let lines = run.output.split(separator: "\r\n")
        #expect(lines.count == 4)
        #expect(lines.last?.hasPrefix("2 modules: ") == true)
        #expect(lines[1].hasPrefix("SmallAPI "))
        let piped = try tool.run("generate")
        #expect(piped.output.hasPrefix("2 modules: 0 files written, 0 removed, "))
        #expect(piped.errors.isEmpty)
    }

    @Test("omitted parts are counted in the table")
    func omitted() throws {
        let tool = try Project.make("Note", generated: false)
        let document = try #require(tool.text("Specs/api.yaml"))
        try tool.write(document + "    Odd: { type: objct }\n", to: "Specs/api.yaml")
        let run = try onTerminal(tool, ["generate", "--strict", "--keep-going"])
        #expect(run.code == 3)
        let cells = run.output.split(separator: "\r\n").dropLast().last?.split(separator: " ") ?? []
        #expect(cells.prefix(4) == ["SmallAPI", "0", "1", "1"])
    }
}
#endif
