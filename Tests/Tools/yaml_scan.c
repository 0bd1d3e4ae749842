// Reads and discards every event of a YAML or JSON document: the lower bound for the cost of a reader based on libyaml.

#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0) return 1;
    long size = ftell(file);
    unsigned char *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    rewind(file);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) return 1;
    fclose(file);

    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return 1;
    yaml_parser_set_input_string(&parser, bytes, (size_t)size);
    int is_done = 0;
    while (!is_done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) return 2;
        is_done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    free(bytes);
    return 0;
}
