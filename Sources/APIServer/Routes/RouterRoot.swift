import HTTPTypes
import Hummingbird

/// The router to which a group belongs.
///
/// Hummingbird calls only the middleware of the router for a request without a route, not that of a group. The router
/// is found by reflection, because a group does not publish it.
@available(iOS 17, macOS 14, *)
struct RouterRoot<Context: RequestContext> {
    /// The router.
    let router: any MethodAwareRouter

    /// The path of the group, with parameters in braces; empty for the router itself.
    let path: String

    /// The middleware of the groups between the router and the routes, outermost first.
    ///
    /// `nil` if a group changes the type of the context, because its middleware cannot be called with that of the
    /// router.
    private let middleware: [MiddlewareGroup<Context>]?

    /// Finds the router of a group.
    ///
    /// - Returns: `nil` if the group has no router, which only another implementation of `RouterMethods` causes.
    init?(_ methods: some RouterMethods<Context>) {
        var node: Any = methods
        var components: [String] = []
        var groups: [MiddlewareGroup<Context>]? = []
        while !(node is any MethodAwareRouter) {
            let children = Mirror(reflecting: node).children
            guard let parent = children.first(where: { $0.label == "parent" }) else { return nil }
            if let path = children.first(where: { $0.label == "path" })?.value as? RouterPath {
                components.insert(Self.template("\(path)"), at: 0)
                let group = children.first { $0.label == "middlewares" }?.value as? MiddlewareGroup<Context>
                groups = group.flatMap { group in groups.map { [group] + $0 } }
            } else {
                groups = nil
            }
            node = parent.value
        }
        guard let router = node as? any MethodAwareRouter else { return nil }
        self.router = router
        path = components.joined(separator: "/")
        middleware = groups
    }

    /// Returns a closure that runs a route with the middleware of its groups, for a request that the router has not
    /// assigned to the route.
    ///
    /// - Returns: `nil` if a group changes the type of the context.
    func responder(_ route: @escaping @Sendable (Request, Context) async throws -> Response) -> MethodTable.Responder? {
        guard let middleware else { return nil }
        let final: any HTTPResponder<Context> = CallbackResponder(callback: route)
        let chain = middleware.reversed().reduce(final) { $1.constructResponder(finalResponder: $0) }
        return { request, context in
            guard let context = context as? Context else { return nil }
            return try await chain.respond(to: request, context: context)
        }
    }

    /// Returns a path of a router with `{name}` for parameters and wildcards.
    private static func template(_ path: String) -> String {
        path.split(separator: "/").map { component in
            switch component.first {
            case ":": "{\(component.dropFirst())}"
            case "*": "{wildcard}"
            default: String(component)
            }
        }.joined(separator: "/")
    }
}

/// A router with a context of any type.
protocol MethodAwareRouter {
    /// Adds a middleware that distinguishes a wrong method from an unknown path.
    func addMethods(_ table: MethodTable)
}

@available(iOS 17, macOS 14, *)
extension Router: MethodAwareRouter {
    func addMethods(_ table: MethodTable) {
        add(middleware: MethodMiddleware<Context>(table: table))
    }
}
