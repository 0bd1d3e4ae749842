/// A failure that ends the run.
///
/// Its reason is its message, or was already printed.
struct Failure: Error {
    var message: String?
    var code: Int32 = 1
}
