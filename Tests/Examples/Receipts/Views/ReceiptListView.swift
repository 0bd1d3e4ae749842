#if canImport(SwiftUI)
import AnybillBase
import Foundation
import SwiftUI

/// The list of receipts, which loads the next page when its end becomes visible.
struct ReceiptListView: View {
    @ObservedObject var login: LoginModel
    @StateObject private var model = ReceiptListModel()

    var body: some View {
        NavigationStack {
            List {
                ForEach(model.shownReceipts, id: \.id) { receipt in
                    NavigationLink(value: receipt) {
                        ReceiptRow(receipt: receipt)
                    }
                    .task { await model.appeared(receipt) }
                    .swipeActions(edge: .leading) {
                        Button("Favourite") { Task { await model.toggleFavourite(receipt) } }
                            .tint(.yellow)
                    }
                    .swipeActions(edge: .trailing) {
                        Button("Delete", role: .destructive) { Task { await model.delete(receipt) } }
                    }
                }
                if model.isLoading {
                    ProgressView()
                }
            }
            .navigationTitle("Receipts")
            .navigationDestination(for: Receipt.self) { ReceiptDetailView(model: ReceiptDetailModel($0)) }
            .searchable(text: $model.searchText)
            .refreshable { await model.refresh() }
            .task { await model.refresh() }
            .toolbar {
                Toggle("Favourites", isOn: $model.showsOnlyFavourites)
                Button("Sign Out") { Task { await login.signOut() } }
            }
            .safeAreaInset(edge: .bottom) {
                if let failure = model.failure {
                    Text(failure).padding()
                }
            }
        }
    }
}

/// A receipt in the list.
struct ReceiptRow: View {
    let receipt: Receipt

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(receipt.head.seller?.name ?? "Receipt").font(.headline)
                Text(receipt.head.date, style: .date).foregroundColor(.secondary)
            }
            Spacer()
            if receipt.misc.isFavourite {
                Image(systemName: "star.fill").foregroundColor(.yellow)
            }
            Text(receipt.data.fullAmountInclVat, format: .currency(code: receipt.data.currency))
        }
    }
}
#endif
