#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A guard that prevents deep documents from overflowing the thread's stack.
///
/// Models read each other recursively, and the stack size of a level depends on the model and the build. The depth
/// limit alone is therefore not sufficient: some threads have as little as 512 kB.
struct StackGuard {
    /// The lowest address that may be used without querying the system.
    private var floor: UInt
    private var isExact = false

    // The stack size assumed for every thread, and the part reserved for the code between two checks.
    private static let unchecked: UInt = 192 << 10
    private static let reserve: UInt = 64 << 10

    init() {
        floor = Self.here &- Self.unchecked
    }

    /// An address near the top of the used stack.
    @inline(__always)
    private static var here: UInt {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    /// Returns whether there is enough stack left for one more level.
    @inline(__always)
    mutating func hasRoom() -> Bool {
        Self.here > floor || hasExactRoom()
    }

    // Queries the system once, which takes some microseconds.
    @inline(never)
    private mutating func hasExactRoom() -> Bool {
        if !isExact, let bottom = Self.bottom() {
            floor = bottom + Self.reserve
            isExact = true
        }
        return Self.here > floor
    }

    /// Returns the lowest address of this thread's stack; `nil` when the system does not report it.
    private static func bottom() -> UInt? {
        #if canImport(Darwin)
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        return top - UInt(pthread_get_stacksize_np(pthread_self()))
        #elseif canImport(Glibc) || canImport(Musl)
        return attributes()
        #else
        return nil
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    // The function is an extension of the C library that its Swift module omits, so it is looked up by name.
    private static let getAttributes: GetAttributes? = dlsym(nil, "pthread_getattr_np").map {
        unsafeBitCast($0, to: GetAttributes.self)
    }

    private static func attributes() -> UInt? {
        guard let getAttributes else { return nil }
        return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory -> UInt? in
            guard let attributes = memory.baseAddress, getAttributes(pthread_self(), attributes) == 0 else {
                return nil
            }
            defer { pthread_attr_destroy(attributes) }
            var address: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(attributes, &address, &size) == 0, let address else { return nil }
            return UInt(bitPattern: address)
        }
    }
    #endif
}
