#include "child/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <tuple>

#include "attncheck/abi.h"
#include "attncheck/subject.h"

namespace attncheck {
namespace {

constexpr std::size_t names_shown = 5;

/// Nothing is looked for under an empty name.
template <class Function>
Function find(void* library, const std::string& name) {
  return name.empty() ? nullptr : reinterpret_cast<Function>(dlsym(library, name.c_str()));
}

template <class T, class Function>
void call_with(Function attention, const RawCall& call) {
  attention(static_cast<const T*>(call.query), static_cast<const T*>(call.key), static_cast<const T*>(call.value),
            static_cast<T*>(call.output), static_cast<std::size_t>(call.shape.tokens),
            static_cast<std::size_t>(call.shape.head_dim), static_cast<std::size_t>(call.shape.value_dim), call.causal);
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Every name in the file that contains "attention", whatever table it stands in.
std::set<std::string> names_like_ours(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> names;
  const std::string wanted = "attention";
  for (std::size_t at = bytes.find(wanted); at != std::string::npos; at = bytes.find(wanted, at + 1)) {
    std::size_t first = at, last = at;
    while (first > 0 && is_name_character(bytes[first - 1])) --first;
    while (last < bytes.size() && is_name_character(bytes[last])) ++last;
    if (last < bytes.size() && bytes[last] == '\0') names.insert(bytes.substr(first, last - first));
  }
  return names;
}

std::string missing_symbols(const std::string& path) {
  std::string text = "it exports neither attention (float32) nor attention_f64 (float64)";
  const std::set<std::string> names = names_like_ours(path);
  for (const std::string& name : names)
    if (name.starts_with("_Z") && (name.find("9attention") != name.npos || name.find("13attention_f64") != name.npos))
      return fmt::format("{}, but the C++ symbol {}: declare the function extern \"C\"", text, name);
  if (names.count("attention") + names.count("attention_f64") > 0)
    return text + ", but has a function of that name that is not visible: it is static, or hidden by -fvisibility";
  if (names.empty()) return text;
  std::vector<std::string> shown(names.begin(), names.end());
  if (shown.size() > names_shown) shown.resize(names_shown);
  return fmt::format("{}; names like it in the file: {}", text, fmt::join(shown, ", "));
}

/// Who names a function means it.
void require_named(const EntryNames& entry, bool narrow, bool wide) {
  for (const auto& [name, found, option] :
       {std::tuple{entry.float32, narrow, "--entry"}, std::tuple{entry.float64, wide, "--entry-f64"}})
    if (!name.empty() && !found)
      throw std::runtime_error(
          fmt::format("it exports no {} ({}): not the name of a C function in it, or static, or hidden by -fvisibility",
                      name, option));
}

}  // namespace

void require_library(const std::string& path) {
  namespace fs = std::filesystem;
  const auto fail = [&](SubjectError::Kind kind, const char* what) { throw SubjectError(kind, path + ": " + what); };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) fail(SubjectError::Kind::wrong_name, "there is no such file");
  if (fs::is_directory(status)) fail(SubjectError::Kind::wrong_name, "is a folder, but a shared library is needed");
  if (!fs::is_regular_file(status)) fail(SubjectError::Kind::wrong_name, "is no regular file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(SubjectError::Kind::cannot_start, "cannot be read");
  std::string mark(4, '\0');
  file.read(mark.data(), 4);
  if (mark !=
      "\x7f"
      "ELF")
    fail(SubjectError::Kind::cannot_start, "is not a shared library: it does not start with the ELF mark");
}

Loader library_loader(const std::string& path, const EntryNames& entry) {
  return [path, entry] {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    const EntryNames wanted = entry.is_named() ? entry : EntryNames{"attention", "attention_f64"};
    const auto narrow = find<decltype(&::attention)>(library, wanted.float32);
    const auto wide = find<decltype(&::attention_f64)>(library, wanted.float64);
    if (entry.is_named()) require_named(entry, narrow != nullptr, wide != nullptr);
    if (narrow == nullptr && wide == nullptr) throw std::runtime_error(missing_symbols(path));
    Loaded loaded;
    if (narrow != nullptr) loaded.dtypes.push_back(DType::float32);
    if (wide != nullptr) loaded.dtypes.push_back(DType::float64);
    loaded.function = [narrow, wide](const RawCall& call) {
      call.dtype == DType::float32 ? call_with<float>(narrow, call) : call_with<double>(wide, call);
    };
    return loaded;
  };
}

}  // namespace attncheck
