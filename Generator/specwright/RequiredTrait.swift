#if !canImport(ArgumentParser)
#error(
    "specwright requires the trait Generator of the package specwright: .package(url: …, traits: [.defaults, \"Generator\"])"
)
#endif
