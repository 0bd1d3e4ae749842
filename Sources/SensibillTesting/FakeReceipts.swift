public import SensibillSDK

/// Endpoints for receipts whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeReceipts: ReceiptsEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v1

    /// The response of a task that changes a receipt.
    public var update:
        @Sendable (
            SensibillAPIModel.ReceiptUpdateDto,
            String
        ) async throws -> SensibillAPIModel.EditReceiptResponseDto = { _, _ in
            throw FakeResponseMissing("receipts.update")
        }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeReceipts {
    /// Creates a task that changes a receipt.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func receipt(
        update request: SensibillAPIModel.ReceiptUpdateDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditReceiptResponseDto> {
        .init { [update] _ in try await update(request, id) }
    }
}
