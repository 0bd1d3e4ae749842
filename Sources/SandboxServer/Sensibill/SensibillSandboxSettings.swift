/// Times and permissions of the imitated receipt service; changeable while it runs.
///
/// All times are seconds on the sandbox's clock, 0 or more.
struct SensibillSandboxSettings: Sendable {

    /// Time that reading one document takes.
    ///
    /// Documents of one user are read one after another.
    var readingTime: Double

    /// Time that an export waits before work on it starts.
    var exportWaitingTime: Double

    /// Time that work on an export takes.
    var exportWorkingTime: Double

    /// Time for which an authorization code is good.
    var codeLifetime = 60.0

    /// Whether the client may handle invoices; without it their upload is refused with 403.
    var allowsInvoices = true

    /// Whether client tokens may read, disable and destroy users; without it such calls are refused with 403.
    var allowsUserManagement = true

    /// Creates settings from the configured delay of asynchronous work.
    init(_ configuration: SandboxConfiguration) {
        readingTime = configuration.processingDelay
        exportWaitingTime = configuration.processingDelay
        exportWorkingTime = configuration.processingDelay
    }
}
