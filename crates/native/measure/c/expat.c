#include <expat.h>
#include <stddef.h>
#include <stdint.h>

static void XMLCALL begin(void *depth, const XML_Char *name, const XML_Char **attributes) {
  (void)name;
  (void)attributes;
  ++*(int *)depth;
}

static void XMLCALL end(void *depth, const XML_Char *name) {
  (void)name;
  --*(int *)depth;
}

static void XMLCALL text(void *depth, const XML_Char *text, int length) {
  (void)depth;
  (void)text;
  (void)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int depth = 0;
  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser) return 0;
  XML_SetHashSalt(parser, 1);
  XML_SetUserData(parser, &depth);
  XML_SetElementHandler(parser, begin, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_Parse(parser, (const char *)data, (int)size, 1);
  XML_ParserFree(parser);
  return 0;
}
