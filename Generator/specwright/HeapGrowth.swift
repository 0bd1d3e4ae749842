import CMalloc

/// Settings for the growth of the heap.
enum HeapGrowth {

    /// Makes the heap of each thread grow in large steps.
    ///
    /// By default, glibc requests memory from the system in steps of 4 KiB: seven thousand system calls for a large
    /// document. Unused reserved memory costs address space only. Has no effect on other systems.
    static func inLargeSteps() {
        #if canImport(Glibc)
        _ = mallopt(M_TOP_PAD, 64 << 20)
        #endif
    }
}
