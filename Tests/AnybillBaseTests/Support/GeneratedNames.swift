import AnybillAPI

/// The generated error of the operation that deletes receipts; the module uses the same name for its own error.
typealias GeneratedDeleteReceiptsError = DeleteReceiptsError
