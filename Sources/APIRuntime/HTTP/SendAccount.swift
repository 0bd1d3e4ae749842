/// The part of a call that may have left the device when the call failed.
///
/// Each value is an upper bound: a transport that cannot know what was sent reports ``Extent/everything``. A call whose
/// effect must not happen twice is repeated only if ``isNothing`` is `true`.
public struct SendAccount: Hashable, Sendable, CustomStringConvertible {
    /// The extent to which a request was sent.
    public enum Extent: Comparable, Sendable, CaseIterable {
        /// No byte.
        case nothing
        /// The head, or a part of it.
        case head
        /// The head and a part of the body.
        case part
        /// The complete request.
        case everything
    }

    /// The extent to which the last request of the call was sent.
    public var extent: Extent

    /// The number of redirects before that request; 0 for the request of the call itself.
    ///
    /// All requests before it were sent completely.
    public var hop: Int

    /// Creates an account.
    public init(_ extent: Extent, hop: Int = 0) {
        self.extent = extent
        self.hop = hop
    }

    /// Whether no byte of the call has left the device.
    public var isNothing: Bool { extent == .nothing && hop == 0 }

    /// The extent and the redirect, for example `head at redirect 1`.
    public var description: String { hop == 0 ? "\(extent)" : "\(extent) at redirect \(hop)" }

    /// No byte of the call has left the device.
    public static let nothing = SendAccount(.nothing)

    /// The complete request may have been sent.
    public static let everything = SendAccount(.everything)
}
