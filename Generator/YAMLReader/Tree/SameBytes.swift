/// Returns whether two strings have the same scalars.
///
/// `==` also accepts canonically equivalent strings, which are different keys in JSON and YAML. The bytes are compared
/// in place where they are contiguous, which is far faster than to iterate over two views.
@inline(__always)
public func haveSameBytes(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    let equal = first.utf8.withContiguousStorageIfAvailable { bytes in
        second.utf8.withContiguousStorageIfAvailable { others in bytes.elementsEqual(others) }
    }
    return (equal ?? nil) ?? first.utf8.elementsEqual(second.utf8)
}
