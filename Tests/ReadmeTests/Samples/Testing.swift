import APIRuntime
import APITesting
import AnybillAPI
import Testing

@Test("a call is retried when the server is temporarily unavailable")
func deletionIsRepeated() async throws {
    let transport = ScriptedTransport([.status(503), .status(204)])
    let clock = TestClock()
    let anybill = AnybillClient(
        credentials: AnybillCredentials(userToken: .bearer("token")),
        configuration: .testing(transport, clock: clock)
    )
    let deletion = Task { try await anybill.receipts.delete(receiptId: "r-1") }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    try await deletion.value
    let lines = transport.requests.map(\.line)
    #expect(lines == Array(repeating: "DELETE /api/v4/receipt/r-1", count: 2))
}
