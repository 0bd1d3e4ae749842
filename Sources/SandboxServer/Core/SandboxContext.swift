import Hummingbird
import NIOCore

/// A request's context that can reach its connection, so that faults can cut it.
struct SandboxContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
