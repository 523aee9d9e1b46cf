#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yaml_parser_t parser;
  yaml_document_t document;
  if (!yaml_parser_initialize(&parser)) return 0;
  yaml_parser_set_input_string(&parser, data, size);
  for (int documents = 0; documents < 16 && yaml_parser_load(&parser, &document); documents++) {
    int is_last = !yaml_document_get_root_node(&document);
    yaml_document_delete(&document);
    if (is_last) break;
  }
  yaml_parser_delete(&parser);
  return 0;
}
