import Foundation

/// Asks the system for large pages, where it gives them on request.
///
/// A large document fills tens of megabytes with small objects. In pages of 4 KiB that is more than ten thousand faults,
/// a tenth of a run.
enum LargePages {

    /// Bytes that glibc sets aside for what one thread allocates; they begin at a multiple of this.
    private static let heap: UInt = 64 << 20

    /// Bytes of a large page, on every system that this is for.
    private static let page: UInt = 2 << 20

    /// Asks for large pages for what the current thread will allocate; nothing is lost where the system refuses.
    static func useOnCurrentThread() {
        #if canImport(Glibc)
        guard let first = malloc(1) else { return }
        defer { free(first) }
        let address = UInt(bitPattern: first)
        let start = (address | (page - 1)) + 1
        let end = (address | (heap - 1)) + 1
        guard start < end else { return }
        _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
        #endif
    }
}
