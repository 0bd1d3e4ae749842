#if !canImport(AsyncHTTPClient)
#error("Enable the trait AsyncHTTPTransport of specwright: traits: [.defaults, \"AsyncHTTPTransport\"]")
#endif
