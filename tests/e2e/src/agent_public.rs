//! Compiles third-party programs for the emulated phone: SQLite and a JSON parser in C++. The sources of the third-party programs are
//! downloaded on demand and are not in this repository.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use phone::build::{self, Style};

use crate::bundle::Bundle;
use crate::counts::foreign::optimised;
use crate::counts::public::Package;

const SQLITE: Package = Package {
    fetch: "npm pack better-sqlite3@13.2.0",
    file: "better-sqlite3-13.2.0.tgz",
    sha256: "40487589df3496f2ee0079d22b73c63fccebe7db0e8ee9a2c42421861e321e0b",
    is_apple: false,
};
const JSON: Package = Package {
    fetch: "pip download --no-deps --no-binary python-rapidjson python-rapidjson==1.25",
    file: "python_rapidjson-1.25.tar.gz",
    sha256: "97c1de449552ec28ac5ae89350c2b53e4c5d21a9b4308d7a1630b1099e5db9fc",
    is_apple: false,
};

/// Headers that the small iOS lacks, with only the declarations that SQLite and the JSON parser use.
const HEADERS: [(&str, &str); 12] = [
    ("assert.h", "#undef assert\n#define assert(holds) ((void)0)\n"),
    ("ctype.h", ""),
    ("cassert", "#include <assert.h>\n"),
    ("climits", "#include <limits.h>\n"),
    ("cstddef", "#pragma once\n#include <stddef.h>\nnamespace std { using ::size_t; using ::ptrdiff_t; }\n"),
    (
        "cstdlib",
        "#pragma once\n#include <cstddef>\n#include <stdlib.h>\nnamespace std { using ::malloc; using ::realloc; using ::free; }\n",
    ),
    (
        "cstring",
        "#pragma once\n#include <cstddef>\n#include <string.h>\nnamespace std { using ::memcpy; using ::memmove; using ::memcmp; using ::memset; using ::strlen; }\n",
    ),
    ("cwchar", "#pragma once\nnamespace std { unsigned long wcslen(const wchar_t *); }\n"),
    (
        "limits",
        "#pragma once\nnamespace std {\ntemplate <class T> struct numeric_limits {\n  static constexpr T max() { return T(-1) < T(0) ? T((1ull << (8 * sizeof(T) - 1)) - 1) : T(-1); }\n  static constexpr T min() { return T(-1) < T(0) ? T(-max() - 1) : T(0); }\n};\ntemplate <> struct numeric_limits<double> {\n  static constexpr double max() { return __DBL_MAX__; }\n  static constexpr double infinity() { return __builtin_inf(); }\n  static constexpr double quiet_NaN() { return __builtin_nan(\"\"); }\n};\n}\n",
    ),
    (
        "memory",
        "#pragma once\n#include <cstddef>\nnamespace std {\ntemplate <class T> struct allocator {\n  typedef T value_type, *pointer, &reference;\n  typedef const T *const_pointer, &const_reference;\n  typedef size_t size_type;\n  typedef ptrdiff_t difference_type;\n  template <class U> struct rebind { typedef allocator<U> other; };\n};\ntemplate <> struct allocator<void> {};\n}\n",
    ),
    (
        "new",
        "#pragma once\n#include <cstddef>\ninline void *operator new(std::size_t, void *at) noexcept { return at; }\n",
    ),
    ("utility", ""),
];

/// Compiles both programs with the optimisation that other programs in this style of linking have. `folder`
/// contains the packages.
pub fn programs(folder: &Path, style: Style) -> Result<Vec<(&'static str, Bundle)>> {
    let sqlite = unpacked(&SQLITE, folder, "package/deps/sqlite3")?;
    let include = format!("-I{}", sqlite.display());
    let sqlite_flags = [vec![include], flags()?, vec![optimised(style).to_owned()]].concat();
    let library = Some(("sqlite", &["public_sqlite.c"][..]));
    Ok(vec![
        ("SQLite", Bundle::app_with(style, &["public_rows.m"], &sqlite_flags, library)?),
        ("RapidJSON", json_parser(folder, style)?),
    ])
}

/// Compiles the parser in C++.
fn json_parser(folder: &Path, style: Style) -> Result<Bundle> {
    let (json, flags) = json(folder)?;
    let include = format!("-I{}", json.parent().unwrap_or(&json).display());
    let flags = [vec![include], flags, vec![optimised(style).to_owned()]].concat();
    Bundle::app_with(style, &["public_json.mm"], &flags, None)
}

/// Returns the folder of RapidJSON's headers, and the flags for sources that include them.
pub(crate) fn json(folder: &Path) -> Result<(PathBuf, Vec<String>)> {
    Ok((unpacked(&JSON, folder, "python_rapidjson-1.25/rapidjson/include/rapidjson")?, flags()?))
}

fn unpacked(package: &Package, folder: &Path, inside: &str) -> Result<PathBuf> {
    let to = build::output().join("public").join(package.file);
    if !to.join(inside).exists() {
        fs::create_dir_all(&to)?;
        package.unpack(folder, &to)?;
    }
    Ok(to.join(inside))
}

fn flags() -> Result<Vec<String>> {
    let headers = build::output().join("public/headers");
    fs::create_dir_all(&headers)?;
    for (name, text) in HEADERS {
        fs::write(headers.join(name), text)?;
    }
    Ok(vec![format!("-I{}", headers.display()), "-w".to_owned(), "-nostdinc++".to_owned()])
}
