// Shared libraries and source files as subjects: what opens, and one clear line for what does not.
#include <gtest/gtest.h>

#include "small_subjects.h"

namespace attncheck {
namespace {

using Kind = SubjectError::Kind;

void expect_means(Subject& subject, DType dtype, bool causal) {
  const CallReport report = subject.call(average_problem(dtype, causal));
  ASSERT_EQ(report.status, CallStatus::returned) << report.detail;
  for (Index i = 0; i < 4; ++i)
    for (Index c = 0; c < 3; ++c) {
      const Index seen = causal ? i + 1 : 4;
      const double sum = std::ldexp(std::ldexp(1.0, static_cast<int>(seen)) - 1, static_cast<int>(c));
      EXPECT_EQ(report.output(i, c), round_to(dtype, sum / static_cast<double>(seen)));
    }
  EXPECT_EQ(report.unwritten, 0);
  EXPECT_EQ(report.inputs_changed, "");
  EXPECT_EQ(report.guard_damage, "");
  EXPECT_EQ(report.mode_changed, "");
}

TEST(Library, a_correct_c_file_is_compiled_and_called_in_both_dtypes) {
  const Folder folder;
  std::ostringstream log;
  const auto subject = open_subject(folder.write("right.c", c_source()), log);
  EXPECT_EQ(subject->dtypes(), both_dtypes);
  EXPECT_TRUE(has(log.str(), "-ffp-contract=off")) << log.str();
  for (const DType dtype : both_dtypes)
    for (const bool causal : {false, true}) expect_means(*subject, dtype, causal);
  EXPECT_EQ(subject->calls(), 4);
}

TEST(Library, a_shared_library_is_loaded_with_and_without_lib_in_front) {
  const Folder folder;
  const std::string source = folder.write("right.c", c_source());
  const std::string library = folder.path("right.so");
  ASSERT_EQ(std::system(("cc -O1 -fPIC -shared -o " + library + " " + source + " -lm").c_str()), 0);
  expect_means(*open_quietly(library), DType::float32, true);
  expect_means(*open_quietly("lib:" + library), DType::float64, false);
}

TEST(Library, a_cpp_file_that_includes_the_abi_header_offers_the_one_dtype_it_defines) {
  const Folder folder;
  const auto subject = open_quietly(folder.write("one.cpp", R"(
#include "attncheck/abi.h"
void attention(const float*, const float*, const float* value, float* output, size_t tokens, size_t, size_t value_dim, int) {
  for (size_t i = 0; i < tokens * value_dim; ++i) output[i] = value[i];
}
)"));
  EXPECT_EQ(subject->dtypes(), std::vector<DType>{DType::float32});
  EXPECT_EQ(subject->call(small_problem()).output(1, 2), 8);
  EXPECT_THROW(subject->call(small_problem(DType::float64)), std::logic_error);
}

TEST(Library, a_compile_error_is_shown_with_its_command) {
  const Folder folder;
  const OpenError error = open_error(folder.write("wrong.c", "void attention( { }\n"));
  EXPECT_EQ(error.kind, Kind::cannot_start);
  EXPECT_TRUE(has(error.text, "does not compile")) << error.text;
  EXPECT_TRUE(has(error.text, "wrong.c:1:17: error")) << error.text;
}

/// Whoever wrote the file is not told that it does not compile.
TEST(Library, a_compiler_that_is_missing_or_says_nothing_is_the_machines) {
  const Folder folder;
  const std::string source = folder.write("right.c", c_source());
  for (const char* compiler :
       {"no-such-compiler", "/dev/null", "sh -c 'exit 1'", "echo No space left on device; false"}) {
    setenv("CC", compiler, 1);
    const OpenError error = open_error(source);
    unsetenv("CC");
    EXPECT_EQ(error.kind, Kind::machine) << compiler << ": " << error.text;
    EXPECT_TRUE(has(error.text, "right.c: the compiler cannot work on this machine")) << error.text;
  }
}

TEST(Library, what_is_not_there_or_not_a_library_gets_one_clear_line) {
  const Folder folder;
  EXPECT_TRUE(has(open_error(folder.path("none.so")).text, "none.so: there is no such file"));
  EXPECT_TRUE(has(open_error(folder.path("none.c")).text, "none.c: there is no such file"));
  std::filesystem::create_directory(folder.path("folder.so"));
  EXPECT_TRUE(has(open_error(folder.path("folder.so")).text, "is a folder"));
  const OpenError text = open_error(folder.write("text.so", "hello\n"));
  EXPECT_EQ(text.kind, Kind::cannot_start);
  EXPECT_TRUE(has(text.text, "ELF")) << text.text;
  const OpenError cut = open_error(folder.write("cut.so",
                                                "\x7f"
                                                "ELF and no more"));
  EXPECT_EQ(cut.kind, Kind::cannot_start);
  EXPECT_TRUE(has(cut.text, "cut.so")) << cut.text;
}

TEST(Library, a_missing_symbol_names_both_expected_functions) {
  const Folder folder;
  const OpenError error = open_error(folder.write("other.c", "void flash_attention_forward(void) {}\n"));
  EXPECT_EQ(error.kind, Kind::cannot_start);
  EXPECT_TRUE(has(error.text, "neither attention (float32) nor attention_f64 (float64)")) << error.text;
  EXPECT_TRUE(has(error.text, "flash_attention_forward")) << error.text;
}

TEST(Library, a_mangled_symbol_is_explained) {
  const Folder folder;
  const OpenError error = open_error(folder.write("mangled.cpp", "void attention(float*) {}\n"));
  EXPECT_EQ(error.kind, Kind::cannot_start);
  EXPECT_TRUE(has(error.text, "_Z9attentionPf")) << error.text;
  EXPECT_TRUE(has(error.text, "extern \"C\"")) << error.text;
}

TEST(Library, a_static_function_is_explained) {
  const Folder folder;
  const OpenError error =
      open_error(folder.write("hidden.c", "__attribute__((visibility(\"hidden\"))) void attention(void) {}\n"));
  EXPECT_TRUE(has(error.text, "not visible")) << error.text;
}

TEST(Library, an_undefined_symbol_is_the_loaders_own_message) {
  const Folder folder;
  const OpenError error =
      open_error(folder.write("undefined.c", "void nowhere(void); void attention(void) { nowhere(); }\n"));
  EXPECT_EQ(error.kind, Kind::cannot_start);
  EXPECT_TRUE(has(error.text, "undefined symbol: nowhere")) << error.text;
}

TEST(Library, a_library_that_dies_or_hangs_while_loading_cannot_start) {
  const Folder folder;
  const std::string head =
      "#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void load(void) { ";
  const std::string tail = " }\nvoid attention(void) {}\n";
  EXPECT_TRUE(has(open_error(folder.write("abort.c", head + "abort();" + tail)).text, "signal 6 (SIGABRT)"));
  EXPECT_TRUE(has(open_error(folder.write("exit.c", head + "exit(0);" + tail)).text, "status 0"));
  Limits limits;
  limits.start_seconds = 0.2;
  EXPECT_TRUE(
      has(open_error(folder.write("hang.c", head + "for (;;) pause();" + tail), limits).text, "within 0.2 seconds"));
}

TEST(Library, the_folder_of_a_compiled_file_is_removed_with_the_subject) {
  const Folder folder;
  std::ostringstream log;
  auto subject = open_subject(folder.write("right.c", c_source()), log);
  const std::size_t first = log.str().find(" -o ") + 4;
  const std::string library = log.str().substr(first, log.str().find(' ', first) - first);
  EXPECT_TRUE(std::filesystem::exists(library)) << library;
  subject.reset();
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(library).parent_path())) << library;
}

TEST(Library, static_state_survives_calls_and_is_forgotten_by_restart) {
  const Folder folder;
  const auto subject =
      open_quietly(folder.write("state.c", c_source("static int calls = 0", "output[0] = (float)++calls")));
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 1);
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 2);
  subject->restart();
  EXPECT_EQ(subject->call(small_problem()).output(0, 0), 1);
}

}  // namespace
}  // namespace attncheck
