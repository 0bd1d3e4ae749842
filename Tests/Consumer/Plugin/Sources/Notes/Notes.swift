import NotesAPI

/// Uses the generated module.
@main
enum Notes {
    static func main() {
        print(Note(title: "Milk").title)
    }
}
