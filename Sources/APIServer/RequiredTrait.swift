#if !canImport(Hummingbird)
#error(
    "APIServer requires the trait Server of the package specwright: .package(url: …, traits: [.defaults, \"Server\"])"
)
#endif
