/// The names of the parameters for the variables of an environment's addresses.
struct ServerVariableNames {

    private var names: [Key: Identifier] = [:]

    private struct Key: Hashable {
        let role: Identifier
        let name: String
    }

    /// Creates the names; variables of several hosts are prefixed with the host, and equal names are numbered.
    init(_ environment: ServerSetModel.Environment, _ set: ServerSetModel) {
        var taken: Set<Identifier> = []
        for address in environment.addresses {
            for variable in address.variables {
                let plain = SwiftName.member(variable.name)
                let wanted =
                    set.roles.count > 1
                    ? Identifier(sanitizing: address.role.text + SwiftName.type(variable.name).text) : plain
                var name = wanted
                var number = 2
                while !taken.insert(name).inserted {
                    name = wanted.numbered(number)
                    number += 1
                }
                names[Key(role: address.role, name: variable.name)] = name
            }
        }
    }

    /// Returns the name for a variable of a host.
    subscript(_ name: String, _ role: Identifier) -> Identifier {
        names[Key(role: role, name: name)] ?? SwiftName.member(name)
    }
}
