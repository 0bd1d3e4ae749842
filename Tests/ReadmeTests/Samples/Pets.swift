import PetstoreAPI
import URLSessionTransport

func printPets() async {
    let client = PetstoreClient(transport: .urlSession)
    do {
        for pet in try await client.pets.list(limit: 20) {
            print(pet.id, pet.name)
        }
    } catch {
        print("Could not load the list: \(error)")
    }
}

func printPet(_ id: Int, from client: PetstoreClient) async {
    do {
        let pet = try await client.pets.get(petId: id)
        print(pet.name, pet.status == .available ? "available" : "")
    } catch .notFound(let problem) {
        print(problem.title ?? "There is no pet \(id).")
    } catch .cancelled {
        return
    } catch {
        print("Could not load the pet: \(error)")
    }
}
