import Testing

@testable import APIRuntime

@Suite("Paths that may be sent")
struct PathGuardTests {
    @Test(
        "a path without a dot segment is sent",
        arguments: [
            "/", "", "/a", "/a/b/", "/a.b", "/..a", "/a..", "/...", "/.a", "/%2e%2e%2e", "/%2e%41", "/a%2e", "/%2",
            "/%",
            "/%2f..%2f", "//", "/a?x=/../y", "/a?.", "/a?%2e%2e", "/%252e%252e", "/~a!$&'()*+,;=:@",
        ]
    )
    func valid(_ path: String) {
        #expect(PathGuard.problem(in: path) == nil)
    }

    @Test(
        "a dot segment is refused in any spelling",
        arguments: [
            ".", "..", "/.", "/..", "/./a", "/a/../b", "/a/..", "/%2e", "/%2E%2e/a", "/.%2e", "/%2E.", "/a/%2e/b",
            "/..?x=1",
            "/.?", "a/..",
        ]
    )
    func dots(_ path: String) {
        #expect(PathGuard.problem(in: path) == "The path holds a dot segment.")
    }

    private static let problem = "The path holds a character that must be percent-encoded."

    @Test("a character that a path cannot have is refused")
    func pathCharacters() {
        for byte in UInt8.min...0x7F {
            let character = Character(UnicodeScalar(byte))
            let isRefused = byte <= 0x20 || byte == 0x7F || character == "\\" || character == "#"
            #expect(PathGuard.problem(in: "/a\(character)b") == (isRefused ? Self.problem : nil), "\(byte)")
        }
        #expect(PathGuard.problem(in: "/ä") == Self.problem)
        #expect(PathGuard.problem(in: "/a\u{301}") == Self.problem)
    }

    @Test("a character that would end the request line or the URL is refused in a query")
    func queryCharacters() {
        for byte in UInt8.min...0x7F {
            let character = Character(UnicodeScalar(byte))
            let isRefused = byte <= 0x20 || byte == 0x7F || character == "#"
            #expect(PathGuard.problem(in: "/a?b\(character)c") == (isRefused ? Self.problem : nil), "\(byte)")
        }
        #expect(PathGuard.problem(in: "/a?b=c HTTP/1.1\r\nX: y") == Self.problem)
        #expect(PathGuard.problem(in: "/..?b") == "The path holds a dot segment.")
    }
}
