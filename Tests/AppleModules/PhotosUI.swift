// swift-format-ignore-file
public import Foundation
public import SwiftUI

public protocol Transferable: Sendable {}
extension Data: Transferable {}

public struct PHPickerFilter: Hashable, Sendable { public static let images = PHPickerFilter() }

public struct PhotosPickerItem: Hashable, Sendable {
    public func loadTransferable<Value: Transferable>(type: Value.Type) async throws -> Value? { nil }
}

public struct PhotosPicker: Leaf {
    public init<Content: View>(
        selection: Binding<[PhotosPickerItem]>, matching filter: PHPickerFilter? = nil, @ViewBuilder label: () -> Content
    ) {}
}
