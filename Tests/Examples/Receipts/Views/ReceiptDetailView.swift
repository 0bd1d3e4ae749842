#if canImport(SwiftUI)
import AnybillBase
import SwiftUI

/// One receipt with its lines, its total and the user's note.
struct ReceiptDetailView: View {
    @StateObject private var model: ReceiptDetailModel

    /// Creates a view that keeps the model.
    init(model: @autoclosure @escaping () -> ReceiptDetailModel) {
        _model = StateObject(wrappedValue: model())
    }

    var body: some View {
        List {
            Section {
                ForEach(model.rows) { row in
                    HStack {
                        Text(row.text)
                        Spacer()
                        Text(row.amount ?? "")
                    }
                }
                HStack {
                    Text("Total").bold()
                    Spacer()
                    Text(model.total).bold()
                }
            }
            Section("Note") {
                TextField("Add a note", text: $model.note)
                Button("Save") { Task { await model.saveNote() } }
                    .disabled(!model.canSaveNote)
            }
            if let failure = model.failure {
                Text(failure).foregroundColor(.red)
            }
        }
        .navigationTitle(model.title)
        .toolbar {
            Button {
                Task { await model.toggleFavourite() }
            } label: {
                Image(systemName: model.receipt.misc.isFavourite ? "star.fill" : "star")
            }
        }
    }
}
#endif
