#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned char out[1 << 16];
  z_stream stream = {0};
  if (inflateInit2(&stream, 32 + MAX_WBITS) != Z_OK) return 0; // the format of zlib or of gzip
  stream.next_in = (unsigned char *)data;
  stream.avail_in = (unsigned)size;
  for (int rounds = 0; rounds < 16; rounds++) {
    stream.next_out = out;
    stream.avail_out = sizeof out;
    if (inflate(&stream, Z_NO_FLUSH) != Z_OK) break;
  }
  inflateEnd(&stream);
  return 0;
}
