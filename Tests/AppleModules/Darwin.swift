// swift-format-ignore-file
@_exported public import Glibc

public struct os_unfair_lock { public init() {} }
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 1)! }
public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }
public let F_FULLFSYNC: Int32 = 51
