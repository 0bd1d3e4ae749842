// The target specwright depends on this one, so that the compiler reports a missing trait before missing modules.
#if !Generator && !Development
#error(
    "specwright requires the trait Generator of the package specwright: .package(url: …, traits: [.defaults, \"Generator\"])"
)
#endif
