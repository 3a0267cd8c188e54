#include "feedback/gradescope_zip.h"

#include <fmt/format.h>
#include <zip.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "process/whole_file.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

constexpr zip_uint32_t runs = 0100755U << 16U, lies = 0100644U << 16U, is_kept = 0100600U << 16U;

/// Written in memory, so that the file is there whole or not at all.
class Archive {
 public:
  Archive() : source_(zip_source_buffer_create(nullptr, 0, 0, nullptr)) {
    zip_source_keep(source_);
    archive_ = zip_open_from_source(source_, ZIP_TRUNCATE, nullptr);
    if (archive_ == nullptr) throw std::runtime_error("no memory for an archive");
  }
  ~Archive() {
    if (archive_ != nullptr) zip_discard(archive_);
    zip_source_free(source_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// `text` must live until the archive is closed.
  void add(const std::string& name, const std::string& text, zip_uint32_t mode) {
    zip_source_t* file = zip_source_buffer(archive_, text.data(), text.size(), 0);
    const zip_int64_t at = file == nullptr ? -1 : zip_file_add(archive_, name.c_str(), file, ZIP_FL_ENC_UTF_8);
    if (at < 0) throw std::runtime_error(fmt::format("{} cannot be put into an archive", name));
    const auto index = static_cast<zip_uint64_t>(at);
    zip_file_set_external_attributes(archive_, index, 0, ZIP_OPSYS_UNIX, mode);
    zip_file_set_dostime(archive_, index, 0, 0x21, 0);  // the first day it can hold: the same input, the same file
  }

  std::string bytes() {
    if (zip_close(archive_) != 0) throw std::runtime_error(fmt::format("no archive: {}", zip_strerror(archive_)));
    archive_ = nullptr;
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_source_stat(source_, &about) != 0 || zip_source_open(source_) != 0)
      throw std::runtime_error("an archive in memory cannot be read");
    std::string all(about.size, '\0');
    const zip_int64_t size = zip_source_read(source_, all.data(), all.size());
    zip_source_close(source_);
    if (size != static_cast<zip_int64_t>(all.size())) throw std::runtime_error("an archive in memory cannot be read");
    return all;
  }

 private:
  zip_source_t* source_;
  zip_t* archive_ = nullptr;
};

/// What setup.sh looks for.
std::string package_name(const std::string& package) {
  if (package.ends_with(".deb")) return "attncheck.deb";
  if (package.ends_with(".tar.gz") || package.ends_with(".tgz")) return "attncheck.tar.gz";
  throw std::invalid_argument(
      fmt::format("{}: is no package, expected attncheck as a .deb, or its sources as a .tar.gz", package));
}

/// As the rubric calls it.
std::string secret_name(const Rubric& rubric) {
  const fs::path folder = fs::absolute(rubric.path).parent_path();
  const fs::path name = fs::absolute(rubric.secret).lexically_normal().lexically_relative(folder.lexically_normal());
  if (name.empty() || *name.begin() == "..")
    throw std::invalid_argument(
        fmt::format("{}: the secret {} lies elsewhere, expected beside the rubric", rubric.path, rubric.secret));
  return name.string();
}

}  // namespace

void write_gradescope_zip(const std::string& zip, const Rubric& rubric, const std::string& package) {
  const std::string name = package_name(package), program = read_whole(package);
  const std::string text = read_whole(rubric.path), secret = rubric.secret.empty() ? "" : read_whole(rubric.secret);
  Archive archive;
  for (const GradescopeFile& file : gradescope_files())
    if (!file.path.ends_with(".md")) archive.add(file.path, file.text, runs);
  archive.add("rubric.toml", text, lies);
  if (!rubric.secret.empty()) archive.add(secret_name(rubric), secret, is_kept);
  archive.add(name, program, lies);
  write_whole(zip, archive.bytes(), 0600);
}

}  // namespace attncheck
