public import SensibillAPI

/// The endpoint for receipts in the v1 model of the service.
public protocol ReceiptsEndpointsProvider: EndpointsProvider {
    /// Creates a task that changes a receipt; needs the user token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func receipt(
        update request: SensibillAPIModel.ReceiptUpdateDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditReceiptResponseDto>
}

struct LiveReceiptsEndpoints: ReceiptsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v1 }

    func receipt(
        update request: SensibillAPIModel.ReceiptUpdateDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditReceiptResponseDto> {
        try InputCheck.id(id, "A receipt id")
        return try endpoints.task(.user) {
            try await $0.receipts.edit(id: id, body: ReceiptEditRequestDto(edit: request))
        }
    }
}
