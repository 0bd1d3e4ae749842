import CMalloc

/// How the memory of the process grows.
enum HeapGrowth {

    /// Lets the heap of each thread grow in large steps.
    ///
    /// By default glibc asks the system for each 4 KiB of what a thread allocates: seven thousand calls for a large
    /// document. What is set aside costs address space only, until it is used. Other systems do without.
    static func inLargeSteps() {
        #if canImport(Glibc)
        _ = mallopt(M_TOP_PAD, 64 << 20)
        #endif
    }
}
