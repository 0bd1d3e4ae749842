public import SensibillAPI

/// Receipts as the older generation of the service sees them.
public protocol ReceiptsEndpointsProvider: EndpointsProvider {
    /// Changes a receipt; needs the user token.
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
