public import Foundation
public import SensibillAPI

/// Categories, currencies and locales.
///
/// All calls need the user token.
public protocol LookupsEndpointsProvider: EndpointsProvider {
    /// Categories of documents, named for a locale; `nil` takes the user's own.
    func documentCategories(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto>

    /// Currencies that documents may have, named for a locale; `nil` takes the user's own.
    func currencies(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCurrencyListResponseDto>

    /// Locales that the service knows.
    func locales() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupLocaleListResponseDto>
}

extension LookupsEndpointsProvider {
    /// Categories of documents, named for the user's own locale.
    public func documentCategories() throws
        -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto>
    {
        try documentCategories(locale: nil)
    }

    /// Currencies that documents may have, named for the user's own locale.
    public func currencies() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCurrencyListResponseDto> {
        try currencies(locale: nil)
    }
}

struct LiveLookupsEndpoints: LookupsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func documentCategories(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto> {
        let code = try InputCheck.code(of: locale)
        return try endpoints.task(.user) { try await $0.lookups.documentCategories(locale: code) }
    }

    func currencies(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCurrencyListResponseDto> {
        let code = try InputCheck.code(of: locale)
        return try endpoints.task(.user) { try await $0.lookups.currencies(locale: code) }
    }

    func locales() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupLocaleListResponseDto> {
        try endpoints.task(.user) { try await $0.lookups.locales() }
    }
}
