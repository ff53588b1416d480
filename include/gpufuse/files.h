// Arrays in NumPy's files. Include this beside <gpufuse/gpufuse.h>.
#pragma once

#include <bit>
#include <cctype>
#include <fstream>
#include <string>

#include <gpufuse/array.h>
#include <gpufuse/rearrange.h>

namespace gpufuse {
namespace detail {

static_assert(std::endian::native == std::endian::little, "files are read and written in little-endian order");

/// How a file names the element type, such as `<f4`.
template <element_type T> std::string npy_type() {
  static_assert(id_of<T> != type_id::bfloat16, "NumPy has no bfloat16 to name in a file");
  const type_kind kind = kind_of(id_of<T>);
  const char letter = kind == type_kind::boolean    ? 'b'
                      : kind == type_kind::floating ? 'f'
                      : is_unsigned(id_of<T>)       ? 'u'
                                                    : 'i';
  std::string name = sizeof(T) == 1 ? "|" : "<";
  name += letter;
  name += std::to_string(sizeof(T));
  return name;
}

/// A file that is being read, for errors.
class npy_reader {
public:
  explicit npy_reader(const std::string &path) : path_(path), stream_(path, std::ios::binary) {
    if (!stream_)
      throw error(error::io, "cannot open '" + path + "'");
    char start[8] = {};
    read(start, sizeof start);
    if (std::string(start, 6) != std::string("\x93NUMPY", 6))
      fail("is no .npy file");
    const int version = start[6];
    if (version < 1 || version > 3)
      fail("has version " + std::to_string(version) + " of the format, not 1 to 3");
    unsigned char length[4] = {};
    read(reinterpret_cast<char *>(length), version == 1 ? 2 : 4);
    header_.resize(length[0] | length[1] << 8U | length[2] << 16U | std::size_t{length[3]} << 24U);
    read(header_.data(), header_.size());
  }

  [[noreturn]] void fail(const std::string &what) const { throw error(error::io, "'" + path_ + "' " + what); }

  void read(char *to, std::size_t bytes) {
    if (!stream_.read(to, static_cast<std::streamsize>(bytes)))
      fail("ends too early");
  }

  /// What stands behind `'key':` in the header, up to the comma or bracket that ends it.
  [[nodiscard]] std::string value_of(const std::string &key) const {
    std::size_t at = header_.find("'" + key + "'");
    at = at == std::string::npos ? at : header_.find(':', at);
    if (at == std::string::npos)
      fail("has a header without '" + key + "'");
    const std::size_t begin = header_.find_first_not_of(' ', at + 1);
    const std::size_t end = begin == std::string::npos ? begin
                            : header_[begin] == '('    ? header_.find(')', begin)
                                                       : header_.find_first_of(",}", begin);
    if (end == std::string::npos)
      fail("has a header that breaks off");
    return header_.substr(begin, end - begin);
  }

  /// The numbers between brackets.
  template <int R> [[nodiscard]] shape<R> shape_of() const {
    const std::string text = value_of("shape");
    shape<R> extents;
    int rank = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) {
        ++at;
        continue;
      }
      std::int64_t extent = 0;
      for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0; ++at) {
        if (extent > (INT64_MAX - 9) / 10)
          fail("has an extent that is too large");
        extent = extent * 10 + (text[at] - '0');
      }
      if (rank < R)
        extents[rank] = extent;
      ++rank;
    }
    if (rank != R)
      fail("has " + std::to_string(rank) + " dimensions, not " + std::to_string(R));
    return checked(extents);
  }

private:
  std::string path_;
  std::ifstream stream_;
  std::string header_;
};

} // namespace detail

/// The array in a .npy file (`numpy.load`). Throws an error of kind io where it cannot be read, is malformed, ends too
/// early, or holds another type or number of dimensions.
template <element_type T, int R> [[nodiscard]] array<T, R> load_npy(const std::string &path) {
  detail::npy_reader file(path);
  const std::string type = file.value_of("descr"), wanted = "'" + detail::npy_type<T>() + "'";
  if (type != wanted)
    file.fail("holds " + type + ", not " + wanted);
  const shape<R> extents = file.shape_of<R>();
  const std::string order = file.value_of("fortran_order");
  if (order != "True" && order != "False")
    file.fail("has the order " + order);
  const bool is_transposed = order == "True";
  shape<R> stored = extents;
  for (int d = 0; is_transposed && d < R; ++d)
    stored[d] = extents[R - 1 - d];
  array<T, R> elements(stored, std::make_shared<storage>(static_cast<std::size_t>(stored.size()) * sizeof(T)));
  if (elements.size() > 0)
    file.read(reinterpret_cast<char *>(elements.host_mut().data()), elements.host().size_bytes());
  if (!is_transposed)
    return elements;
  return array<T, R>(transpose(elements));
}

/// Writes a .npy file (`numpy.save`), of the path as it is. Throws an error of kind io where it cannot be written
/// whole.
template <detail::array_like A> void save_npy(const std::string &path, const A &a) {
  using T = detail::value_of<A>;
  constexpr int R = detail::rank_of<A>;
  const array<T, R> elements(a);
  std::string extents = to_string(elements.shape());
  if constexpr (R == 1)
    extents.replace(extents.size() - 1, 1, ",)");
  std::string header = "{'descr': '" + detail::npy_type<T>() + "', 'fortran_order': False, 'shape': " + extents + ", }";
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 11, ' '); // elements begin at a multiple of 64 bytes
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  file.put(static_cast<char>(header.size() & 255U)).put(static_cast<char>(header.size() >> 8U));
  file.write(header.data(), static_cast<std::streamsize>(header.size()));
  if (elements.size() > 0)
    file.write(reinterpret_cast<const char *>(elements.host().data()),
               static_cast<std::streamsize>(elements.host().size_bytes()));
  file.close();
  if (!file)
    throw error(error::io, "cannot write '" + path + "'");
}

} // namespace gpufuse
