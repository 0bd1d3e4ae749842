import Foundation
import SandboxServer
import Testing

@Suite("Sandbox port")
struct PortTests {
    @Test("a second sandbox on the same port fails with the port's number")
    func inUse() async throws {
        try await SandboxServer.withServer { first in
            let port = try #require(first.baseURL.port)
            let error = await #expect(throws: PortInUse.self) {
                let second = try await SandboxServer.start(SandboxConfiguration(port: port))
                await second.stop()
            }
            #expect(error?.port == port)
        }
    }
}
