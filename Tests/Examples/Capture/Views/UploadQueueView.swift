#if canImport(SwiftUI) && canImport(PhotosUI)
import Foundation
import PhotosUI
import SwiftUI

/// The queue of pictures, and a button that adds pictures from the photo library.
struct UploadQueueView: View {
    @ObservedObject var model: UploadQueueModel
    @State private var selection: [PhotosPickerItem] = []

    var body: some View {
        NavigationStack {
            List(model.items) { item in
                UploadRow(item: item, model: model)
            }
            .navigationTitle("Captured Receipts")
            .toolbar {
                PhotosPicker(selection: $selection, matching: .images) {
                    Label("Add", systemImage: "plus")
                }
            }
            .task { await model.followProgress() }
            .onChange(of: selection) { chosen in
                guard !chosen.isEmpty else { return }
                selection = []
                Task { await add(chosen) }
            }
            .safeAreaInset(edge: .bottom) {
                if let failure = model.failure {
                    Text(failure).padding()
                }
            }
        }
    }

    private func add(_ chosen: [PhotosPickerItem]) async {
        for item in chosen {
            do {
                guard let picture = try await item.loadTransferable(type: Data.self) else { continue }
                model.add(picture, title: "Receipt")
            } catch {
                model.failure = error.localizedDescription
            }
        }
    }
}

/// A picture in the queue with its state.
struct UploadRow: View {
    let item: UploadItem
    let model: UploadQueueModel
    @State private var receipt: ScannedReceipt?

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(receipt?.merchant ?? item.title).font(.headline)
                Text(status).foregroundColor(.secondary)
            }
            Spacer()
            Text(receipt?.total ?? "")
            if item.canRetry {
                Button("Retry") { model.retry(item) }
            }
        }
        .swipeActions {
            Button("Remove", role: .destructive) { model.remove(item) }
        }
        .task(id: item.state) { receipt = await model.receipt(of: item) }
    }

    private var status: String {
        switch item.state {
        case .waiting: "Waiting"
        case .sending(let part): "Sending, \(part.formatted(.percent.precision(.fractionLength(0))))"
        case .reading: "Reading"
        case .read: "Read"
        case .unreadable: "Not readable. Please take another picture."
        case .refused(let cause): cause
        }
    }
}
#endif
