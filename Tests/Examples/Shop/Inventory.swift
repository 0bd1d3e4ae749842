import Foundation

/// The items that the player owns, in a file.
///
/// A purchase is delivered once: the file also remembers the identifiers of the delivered purchases. The file is written
/// before the purchase is finished, so that an item is neither lost nor delivered twice if the app is terminated.
struct Inventory {
    private let file: URL
    private var products: [String: String]

    /// Reads an inventory.
    ///
    /// - Parameter file: A file; a missing file is an empty inventory.
    /// - Throws: An error if the file cannot be read.
    init(file: URL) throws {
        self.file = file
        let exists = FileManager.default.fileExists(atPath: file.path)
        products = exists ? try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file)) : [:]
    }

    /// The number of items of a product.
    func count(of sku: String) -> Int { products.values.count { $0 == sku } }

    /// Adds the item of a purchase, unless it has been added before.
    ///
    /// - Throws: An error if the file cannot be written. The item is not added.
    mutating func deliver(_ sku: String, of purchaseID: String) throws {
        guard products[purchaseID] == nil else { return }
        var changed = products
        changed[purchaseID] = sku
        try JSONEncoder().encode(changed).write(to: file, options: .atomic)
        products = changed
    }
}
