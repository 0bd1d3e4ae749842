import AppCoinsAPI
import APIServer

/// The operations of the tag `reports`.
struct SandboxReports: AppCoinsReportsService {
    let world: AppCoinsWorld

    /// Records an external purchase token, and the order that resulted from it.
    func record(body: ExternalPurchaseReport, request: ServerRequest) async throws(RecordReportError) -> ServerResponse<
        Void
    > {
        guard !body.token.externalPurchaseID.isEmpty else {
            throw .badRequest(.missing(request, "token.external_purchase_id"))
        }
        world.withState { $0.record(body) }
        return .empty(200)
    }
}
