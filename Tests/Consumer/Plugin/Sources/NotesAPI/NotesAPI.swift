/// The folder `Generated` contains the code that the command plugin writes.
public enum NotesAPIInfo {}
