import Hummingbird
import NIOCore

/// A request context with access to the connection, so that faults can close it.
struct SandboxContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
