public import Foundation
public import SensibillAPI

/// The endpoints for categories, currencies and locales.
///
/// All calls need the user token.
public protocol LookupsEndpointsProvider: EndpointsProvider {
    /// Creates a task that lists the categories of documents, named for a locale; `nil` uses the user's locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func documentCategories(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto>

    /// Creates a task that lists the currencies that documents may have, named for a locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func currencies(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCurrencyListResponseDto>

    /// Creates a task that lists the locales that the service supports.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    func locales() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupLocaleListResponseDto>
}

extension LookupsEndpointsProvider {
    /// Creates a task that lists the categories of documents, named for the user's locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    public func documentCategories() throws
        -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto>
    {
        try documentCategories(locale: nil)
    }

    /// Creates a task that lists the currencies that documents may have, named for the user's locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
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
