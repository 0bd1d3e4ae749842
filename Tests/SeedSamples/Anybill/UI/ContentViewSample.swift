#if canImport(SwiftUI)
import AnybillBase
import SwiftUI

/// A counterpart of the navigation to the receipts in SwiftUI.
struct SampleContentView: View {
    @State private var tab = 1
    @EnvironmentObject var notificationCenter: NotificationManager
    let receipts: SampleReceiptList

    var body: some View {
        TabView(selection: $tab) {
            Text("Home")
                .tabItem {
                    Label("Home", image: "home")
                        .foregroundColor(.black)
                }
                .tag(1)
            receipts
                .tabItem {
                    Label("Receipts", systemImage: "doc")
                        .foregroundColor(.black)
                }
                .tag(2)
        }
        .onAppear {
            if notificationCenter.anybillNotificationResult != nil {
                self.tab = 2
            }
        }
        .onChange(of: notificationCenter.anybillNotificationResult) { _ in
            self.tab = 2
        }
    }
}

/// A counterpart of the list that loads the next page when its end becomes visible.
struct SampleReceiptList: View {
    @StateObject var viewModel: ReceiptListModel

    var body: some View {
        ScrollView {
            if !viewModel.receipts.isEmpty {
                LazyVStack(alignment: .center) {
                    ForEach(viewModel.filteredReceipts, id: \.self) { receipt in
                        Text(receipt.head.seller?.name ?? "")
                    }
                    if !viewModel.finishedLoadingReceipts && !viewModel.isLoading {
                        ProgressView()
                            .onAppear {
                                viewModel.loadReceipts()
                            }
                    }
                }
            } else {
                ProgressView()
                    .onAppear {
                        viewModel.loadReceipts()
                    }
            }
        }
    }
}
#endif
