import AnybillAPI

/// The generated failure of deleting several receipts, whose name the module gives to its own error.
typealias GeneratedDeleteReceiptsError = DeleteReceiptsError
