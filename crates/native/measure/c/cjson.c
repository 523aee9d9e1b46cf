#include "cJSON.h"
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *value = cJSON_ParseWithLength((const char *)data, size);
  if (value) {
    char *text = cJSON_Print(value);
    if (text) cJSON_free(text);
    cJSON_Delete(value);
  }
  return 0;
}
