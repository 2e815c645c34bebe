//! Computes a name of a function that is the same in every build, whatever variants of the function compilers create.
//!
//! Compilers copy functions for the types and values of their calls, merge functions with the same code, move parts of functions to other
//! places, and generate thunks that call them. All of these variants get the name of the function in the source. Invariant: names that
//! differ in the source remain different, except overloads of a C++ template: the arguments of an instantiation do not show whether
//! another instantiation belongs to the same template or to an overload.

use super::{cpp, cpp_symbol, full_name, is_swift};

/// The prefixes that Swift's demangler puts in front of `of FUNCTION` for specialisations.
const SPECIALISED: [&str; 9] = [
    "generic specialization ",
    "generic not re-abstracted specialization ",
    "generic not-reabstracted specialization ",
    "generic pre-specialization ",
    "generic partial specialization ",
    "generic not-reabstracted partial specialization ",
    "inlined generic function ",
    "function signature specialization ",
    "partial specialization ",
];

/// The prefixes that Swift's demangler puts directly in front of the name of a function.
const BEFORE: [&str; 18] = [
    "@objc ",
    "@nonobjc ",
    "merged ",
    "dispatch thunk of ",
    "distributed thunk ",
    "partial apply forwarder for ",
    "partial apply ObjC forwarder for ",
    "partial apply for ",
    "vtable thunk for ",
    "back deployment thunk for ",
    "back deployment fallback for ",
    "curry thunk of ",
    "super partial apply for ",
    "async function pointer to ",
    "method lookup function for ",
    "protocol self-conformance witness for ",
    "specialized ",
    "implicit ",
];

/// Returns the full name without specialisations, thunks, outlined and merged parts.
pub(crate) fn canonical_name(symbol: &str) -> String {
    let symbol = without_suffix(symbol);
    if !is_swift(symbol) {
        let name = cpp_symbol(symbol).and_then(cpp::template_name).unwrap_or_else(|| full_name(symbol));
        return without_clones(&name).to_owned();
    }
    strip_variants(&full_name(symbol))
}

/// Returns the short name of the function in the source, without the variants that compilers create.
pub fn canonical_short(symbol: &str) -> String {
    strip_variants(&super::short_name(without_suffix(symbol)))
}

/// Applies [`strip_variant`] until the name does not change; this also removes the numbered suffixes of the parts of an async function.
fn strip_variants(mut name: &str) -> String {
    loop {
        let shorter = strip_variant(name);
        if shorter == name {
            return without_clones(name).to_owned();
        }
        name = shorter;
    }
}

/// Returns whether a compiler generated the function, so that it counts as a part of its caller.
pub(crate) fn is_compiler_generated(symbol: &str) -> bool {
    const STARTS: [&str; 6] = [
        "OUTLINED_FUNCTION_",
        "_OUTLINED_FUNCTION_",
        "__swift_",
        "___swift_",
        "__clang_call_terminate",
        "swift_",
    ];
    const SWIFT: [&str; 14] = [
        "outlined ",
        "type metadata ",
        "lazy protocol witness table ",
        "lazy cache variable ",
        "reabstraction thunk ",
        "autodiff self-reordering reabstraction thunk ",
        "generic protocol witness table ",
        "instantiation function for generic protocol witness table ",
        "base witness table accessor ",
        "associated type witness table accessor ",
        "default associated conformance accessor ",
        "default associated type ",
        "protocol witness table ",
        "demangling cache variable ",
    ];
    if STARTS.iter().any(|start| symbol.starts_with(start)) {
        return true;
    }
    if !is_swift(symbol) {
        return false;
    }
    let name = canonical_name(symbol);
    // An example is `destroy value witness for App.Cart`.
    let is_value_witness = name.split_once(' ').is_some_and(|(_, rest)| rest.starts_with("value witness "));
    is_value_witness || SWIFT.iter().any(|start| name.starts_with(start))
}

/// Returns whether a function belongs to a language's own library. Every app contains copies of these functions, so they count as parts of
/// their callers.
pub(crate) fn is_of_library(symbol: &str) -> bool {
    let name = canonical_name(symbol);
    if is_swift(symbol) {
        let context = super::swift::strip_derivations(&name);
        // A closure that the app passes to the library belongs to the app.
        let is_closure = name.contains("closure #");
        return !is_closure
            && ["Swift.", "_Concurrency.", "__C."].iter().any(|start| context.starts_with(start))
            || name.starts_with("(extension in Swift)");
    }
    let name = name.rsplit_once("(anonymous namespace)::").map_or(&*name, |(_, name)| name);
    ["std::", "__gnu_cxx::", "__cxxabiv1::", "operator new", "operator delete"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Returns the file whose static initialisers a function runs.
pub(crate) fn initialiser_of(symbol: &str) -> Option<&str> {
    ["_GLOBAL__sub_I_", "__GLOBAL__sub_I_", "_GLOBAL__I_"].iter().find_map(|start| symbol.strip_prefix(start))
}

/// Removes one prefix or suffix that marks a variant of a function.
fn strip_variant(name: &str) -> &str {
    if let Some(rest) = BEFORE.iter().find_map(|start| name.strip_prefix(start)) {
        return rest;
    }
    if let Some(rest) = name.strip_prefix('(')
        && let Some((_, rest)) = rest.split_once(") suspend resume partial function for ")
    {
        return rest;
    }
    if let Some(rest) = SPECIALISED.iter().find_map(|start| name.strip_prefix(start)) {
        // The demangler may not close a bracket after an inlined closure; the function then follows the last `> of `.
        let split = super::swift::split_top(rest, " of ").or_else(|| rest.rsplit_once("> of "));
        return split.map_or(name, |(_, function)| function);
    }
    // The split is at the last occurrence, because an operator such as `<` would be taken for a bracket.
    let witness =
        name.strip_prefix("protocol witness for ").and_then(|rest| rest.rsplit_once(" in conformance "));
    witness.map_or(name, |(function, _)| function)
}

/// Removes the suffixes that LLVM appends to the names of copies and parts.
fn without_suffix(symbol: &str) -> &str {
    const MARKS: [&str; 9] = [
        ".llvm.",
        ".cold",
        ".resume.",
        ".part.",
        ".constprop.",
        ".isra.",
        ".specialized",
        ".unlikely",
        ".__uniq.",
    ];
    if is_swift(symbol) {
        // Names in Swift contain no dot.
        return without_split(symbol.split_once('.').map_or(symbol, |(symbol, _)| symbol));
    }
    let end = MARKS.iter().filter_map(|mark| symbol.find(mark)).min();
    // A name in Objective-C has no suffix of this kind. A symbol that begins with a mark of this kind is not shortened either.
    match end {
        Some(end) if end > 0 && !symbol.starts_with(['-', '+']) => without_split(&symbol[..end]),
        _ => without_split(symbol),
    }
}

/// Removes the suffix of a part of an async Swift function, such as `TY0_` or `TQ1_`.
fn without_split(symbol: &str) -> &str {
    if !is_swift(symbol) {
        return symbol;
    }
    let trimmed = symbol.strip_suffix('_').unwrap_or(symbol);
    let digits = trimmed.trim_end_matches(|c: char| c.is_ascii_digit());
    if digits.len() == trimmed.len() || trimmed.len() == symbol.len() {
        return symbol;
    }
    ["TY", "TQ"].iter().find_map(|mark| digits.strip_suffix(mark)).unwrap_or(symbol)
}

/// Removes ` (.cold.1)` and ` [clone …]`, which demanglers of C++ write.
fn without_clones(name: &str) -> &str {
    let end = [" [clone ", " (."].iter().filter_map(|mark| name.find(mark)).min();
    end.map_or(name, |end| name[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::{canonical_name, full_name, is_compiler_generated, is_of_library};

    #[test]
    fn variants_of_a_function_made_by_the_compiler_have_its_name() {
        for (variant, function) in [
            ("$s8Checkout7SessionC4openyS2iFTo", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTm", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTj", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTf4nd_n", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iF.llvm.1234", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iF.cold.1", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iF.25", "$s8Checkout7SessionC4openyS2iF"),
            ("_ZN8geometry4GridC2Ev.cold.2", "_ZN8geometry4GridC2Ev"),
            ("__ZN8geometry4GridC2Ev", "_ZN8geometry4GridC2Ev"),
        ] {
            assert_eq!(canonical_name(variant), canonical_name(function), "{variant}");
        }
    }

    /// The names are from Swift's own libraries.
    #[test]
    fn specialisations_in_swifts_libraries_have_the_name_of_their_function() {
        let closure_put_in = "$s12_Backtracing11DwarfReaderV14LineNumberInfoV14executeProgram4lineyyAC0dE5StateVyx_G_SbztXE_tKFAA8ElfImageCyAA04FileL6SourceCAA11Elf64TraitsVG_Tg5017$s12_Backtracing8kl49C14sourceLocation3forAA21SymbolicatedBacktraceV06n23E0VSgs6UInt64V_tKFyAA11bc3V15dej38VyACyxq_G_G_SbztXEfU_AA04FilecI0C_AA11oP4VTg5AIyAQ_GSgs6UInt64VAA0vW0V0N8LocationVSgTf1cn_nTm";
        let partial = "$sSlsE3mapySayqd__Gqd__7ElementQzqd_0_YKXEqd_0_YKs5ErrorRd_0_r0_lFxq0_q_Ri_zRi0_zRi__Ri0__Ri_0_Ri0_0_r1_lyADsAE_pqd__Isgnrzr_xABsAE_pSlRzsAE_pRsd_0_r_0_lIetMgnozo_Tp5Tm";
        for (symbol, starts) in [
            (closure_put_in, "_Backtracing.DwarfReader.LineNumberInfo.executeProgram(line: "),
            (partial, "(extension in Swift):Swift.Collection.map<"),
            ("$s12_Backtracing11ARMRegisterOSLAASL1goiySbx_xtFZTW", "static Swift.Comparable.> infix(A, A)"),
            ("$ss5ErrorP5_codeSivgTS", "Swift.Error._code.getter"),
        ] {
            assert!(canonical_name(symbol).starts_with(starts), "{}", canonical_name(symbol));
            assert!(!is_compiler_generated(symbol), "{symbol}");
        }
    }

    #[test]
    fn instantiations_of_a_template_have_the_same_name() {
        for (one, other, wanted) in [
            ("_ZN6engine4foldIiEET_PKS1_i", "_ZN6engine4foldIdEET_PKS1_i", "engine::fold"),
            ("_ZN6engine4foldISt6vectorIiSaIiEEEET_RKS4_", "_ZN6engine4foldIiEET_PKS1_i", "engine::fold"),
            ("_ZN3BoxIiE3getEv", "_ZN3BoxIdE3getEv", "Box::get"),
            ("_ZlsI1AER1BS2_RKT_", "_ZlsI1CER1BS2_RKT_", "operator<<"),
        ] {
            assert_eq!(
                (canonical_name(one), canonical_name(other)),
                (wanted.to_owned(), wanted.to_owned()),
                "{one}"
            );
        }
        // The names are from RapidJSON and libstdc++, as compilers generate them.
        let value = "_ZNK9rapidjson12GenericValueINS_4UTF8IcEENS_19MemoryPoolAllocatorINS_12CrtAllocatorEEEE6AcceptINS_";
        let reader = "_ZN9rapidjson13GenericReaderINS_4UTF8IcEES2_NS_12CrtAllocatorEE10ParseValueILj";
        let parsed = "ENS_19GenericStringStreamIS2_EENS_15GenericDocumentIS2_NS_19MemoryPoolAllocatorIS3_EES3_EEEEvRT0_RT1_";
        let buffer = "INS_19GenericStringBufferIS2_S4_EES2_S2_S4_Lj0EEEEEbRT_";
        let text = "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
        for (one, other, wanted) in [
            (
                format!("{value}6Writer{buffer}"),
                format!("{value}12PrettyWriter{buffer}"),
                "rapidjson::GenericValue::Accept",
            ),
            (
                format!("{reader}0{parsed}"),
                format!("{reader}32{parsed}"),
                "rapidjson::GenericReader::ParseValue",
            ),
            (
                "_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJiEEEvN9__gnu_cxx17__normal_iteratorIPiS1_EEDpOT_"
                    .to_owned(),
                format!(
                    "_ZNSt6vectorI{text}SaIS5_EE17_M_realloc_insertIJS5_EEEvN9__gnu_cxx17__normal_iteratorIPS5_S7_EEDpOT_"
                ),
                "std::vector::_M_realloc_insert",
            ),
        ] {
            assert_eq!(
                (canonical_name(&one), canonical_name(&other)),
                (wanted.to_owned(), wanted.to_owned()),
                "{one}"
            );
        }
        for symbol in ["_ZN3geo4areaERKSt6vectorIiSaIiEE", "_ZltRK1AS1_", "_ZN1AlsERKS_"] {
            assert_eq!(canonical_name(symbol), full_name(symbol));
        }
        assert!(is_of_library("_ZSt4sortIPiEvT_S1_") && !is_of_library("_ZN6engine4sortIPiEvT_S1_"));
    }

    #[test]
    fn compiler_generated_functions_are_recognised() {
        for symbol in [
            "$s11Distributed07ExecuteA11TargetErrorV0D4CodeOSHAASQWb",
            "$s11Distributed012LocalTestingA16ActorSystemErrorVAA0adeF0AAWI",
            "$sSK11SubSequenceSl_SKTN",
            "$s10Foundation8NSNumberCIegho_ACIeghr_TRTA.25",
            "$s12_Backtracing11ARMRegisterOwet",
        ] {
            assert!(is_compiler_generated(symbol), "{}", full_name(symbol));
        }
    }

    #[test]
    fn functions_that_differ_in_the_source_keep_different_names() {
        let names = [
            "$s8Checkout7SessionC4openyS2iF",
            "$s8Checkout7SessionC7archiveyyF",
            "$s8Checkout18BasketControllerC11viewDidLoadyyFSiAA4LineCXEfU_",
            "$s8Checkout18BasketControllerC11viewDidLoadyyFSiAA4LineCXEfU0_",
            "_ZN8geometry4GridC2Ev",
            "_ZN8geometry5auditEl",
            "main",
            "-[Cart.part reload]",
            "+[Cart.part reload]",
        ];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert_ne!(canonical_name(one), canonical_name(other));
            }
        }
    }
}
