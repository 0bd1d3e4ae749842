import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tag "lookups".
///
/// Names are English regardless of the locale: the lists of the sandbox have no translations.
struct SensibillLookups: SensibillLookupsService {
    let store: SensibillStore

    /// Returns the categories with the address of an icon.
    func documentCategories(
        scale: IconScale,
        locale: String? = nil,
        request: ServerRequest
    ) throws(GetDocumentCategoriesError) -> ServerResponse<GetLookupCategoryListResponseDto> {
        try store.perform(GetDocumentCategoriesError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            guard scale.isKnown else { throw .badRequest("The scale does not exist.", .invalidParameterError) }
            return GetLookupCategoryListResponseDto(
                documentCategories: SensibillTables.categories.compactMap { category in
                    URL(string: "\(request.baseURL)/icons/\(category.code)@\(scale.rawValue).png").map {
                        DocumentCategoryListItemDto(code: category.code, name: category.name, icon: $0)
                    }
                }
            )
        }
    }

    /// Returns the currencies.
    func currencies(
        locale: String? = nil,
        request: ServerRequest
    ) throws(GetCurrenciesError) -> ServerResponse<GetLookupCurrencyListResponseDto> {
        try store.perform(GetCurrenciesError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            return GetLookupCurrencyListResponseDto(
                currencies: SensibillTables.currencies.map {
                    DocumentCurrencyListItemDto(name: $0.name, code: $0.code, symbol: $0.symbol)
                }
            )
        }
    }

    /// Returns the locales.
    func locales(request: ServerRequest) throws(GetLocalesError) -> ServerResponse<GetLookupLocaleListResponseDto> {
        try store.perform(GetLocalesError.self) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            return GetLookupLocaleListResponseDto(
                locales: SensibillTables.locales.map { DocumentLocaleListItemDto(name: $0.name, code: $0.code) }
            )
        }
    }
}

/// The operation of the tag "merchants".
struct SensibillMerchants: SensibillMerchantsService {
    let store: SensibillStore

    /// The maximum number of merchants in one response.
    private static let limit = 20

    /// Returns the merchants whose name starts with a string, ignoring letter case.
    ///
    /// Merchants that a user entered have a name only.
    func list(name: String? = nil, request: ServerRequest) throws(GetMerchantsError) -> ServerResponse<MerchantsDto> {
        try store.perform(GetMerchantsError.self) { () throws(SensibillRefusal) in
            let caller = try store.caller(request)
            let known = SensibillTables.merchants.map {
                MerchantListItemDto(name: $0.name, merchantID: $0.id, documentCategory: $0.category)
            }
            let names = Set(known.map(\.name))
            let typed = Set(typedNames(caller)).subtracting(names).map { MerchantListItemDto(name: $0) }
            let prefix = name?.lowercased() ?? ""
            let fitting = (known + typed).filter { $0.name.lowercased().hasPrefix(prefix) }
            return MerchantsDto(merchants: Array(fitting.sorted { $0.name < $1.name }.prefix(Self.limit)))
        }
    }

    private func typedNames(_ caller: SensibillStore.Caller) -> [String] {
        guard case .user(let id) = caller else { return [] }
        return store.withState { $0.users[id]?.documents.compactMap { $0.content.merchant?.merchantName } ?? [] }
    }
}
