import APIRuntime
import AnybillAPI
import URLSessionTransport

// region client
func makePatientClient() -> AnybillClient {
    AnybillClient(
        configuration: ClientConfiguration(
            transport: .urlSession,
            retry: RetryPolicy(
                maximumAttempts: 5,
                baseDelay: .seconds(1),
                maximumRetryAfter: .seconds(120)
            ),
            timeout: .seconds(20),
            deadline: .seconds(90)
        )
    )
}
// endregion

// region once
func deleteOnce(_ id: String, with client: AnybillClient) async throws {
    let once = CallOptions(retry: .never)
    try await client.receipts.delete(receiptId: id, options: once)
}
// endregion
