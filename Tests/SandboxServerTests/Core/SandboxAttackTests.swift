import HostilePeers
import SandboxServer
import Testing

@Suite("A sandbox and clients that break HTTP", .timeLimit(.minutes(2)))
struct SandboxAttackTests {

    @Test(
        "no request makes a sandbox hang or end",
        arguments: ["/api/v2/accessToken", "/api/v4/receipt", "/sandbox/faults"]
    )
    func attacks(_ path: String) async throws {
        try await SandboxServer.withServer { sandbox in
            let port = sandbox.port
            for attack in ServerAttack.all(on: path) {
                let statuses = try await attack.run(port: port)
                #expect(statuses != nil, "\(attack): the sandbox hangs")
                #expect(
                    statuses?.allSatisfy { $0 < 500 || $0 == 501 || $0 == 505 } ?? true,
                    "\(attack): \(statuses ?? [])"
                )
            }
            let status = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                peer.send("GET /sandbox/counts HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                return peer.statuses()
            }
            #expect(status == [200])
        }
    }
}
