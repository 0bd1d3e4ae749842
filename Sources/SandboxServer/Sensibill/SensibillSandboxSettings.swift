/// The times and permissions of the imitated receipt service, which can be changed at runtime.
///
/// All times are seconds on the sandbox's clock, 0 or more.
struct SensibillSandboxSettings: Sendable {

    /// The time to read one document.
    ///
    /// Documents of one user are read one after another.
    var readingTime: Double

    /// The time before work on an export starts.
    var exportWaitingTime: Double

    /// The time to create an export.
    var exportWorkingTime: Double

    /// The time for which an authorization code is valid.
    var codeLifetime = 60.0

    /// Whether the client may handle invoices.
    ///
    /// If `false`, their upload is refused with status 403.
    var allowsInvoices = true

    /// Whether client tokens may read, disable and delete users.
    ///
    /// If `false`, such requests are refused with status 403.
    var allowsUserManagement = true

    /// Creates settings from the configured duration of asynchronous work.
    init(_ configuration: SandboxConfiguration) {
        readingTime = configuration.processingDelay
        exportWaitingTime = configuration.processingDelay
        exportWorkingTime = configuration.processingDelay
    }
}
