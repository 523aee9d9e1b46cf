#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_PNM // Its samples of 16 bits are converted beyond their end, so that searches end early.
#include "stb_image.h"
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int width, height, channels;
  if (!stbi_info_from_memory(data, (int)size, &width, &height, &channels)) return 0;
  if (width > 256 || height > 256) return 0;
  // The offset of the pixels of a bitmap: as many colours are read before, also beyond the end, which takes seconds.
  if (size > 13 && data[0] == 'B' && data[1] == 'M' && (data[11] > size >> 8 || data[12] || data[13])) return 0;
  stbi_image_free(stbi_load_from_memory(data, (int)size, &width, &height, &channels, 4));
  return 0;
}
