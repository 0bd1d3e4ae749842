extension TransportError {
    /// The server's certificate contains none of the pinned keys.
    package static let notPinned = TransportError(
        .tls,
        "The server's certificate contains none of the pinned keys.",
        sent: .nothing
    )

    /// `URLSession` cannot check the certificate as configured.
    package static let cannotCheck = TransportError(
        .unsupported,
        "URLSession cannot check pins or trust roots on this system. Use AsyncHTTPTransport."
    )

    /// `URLSession` cannot be given a proxy.
    package static let cannotProxy = TransportError(
        .unsupported,
        "URLSession cannot be given a proxy on this system. Use AsyncHTTPTransport."
    )
}
