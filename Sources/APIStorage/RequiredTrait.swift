#if !canImport(GRDB)
#error("APIStorage requires the trait SDK of the package specwright: .package(url: …, traits: [.defaults, \"SDK\"])")
#endif
