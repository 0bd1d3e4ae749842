#if !canImport(AsyncHTTPClient)
#error("AsyncHTTPTransport requires the trait AsyncHTTPTransport of the package specwright: .package(url: …, traits: [.defaults, \"AsyncHTTPTransport\"])")
#endif
