use super::*;

#[test]
fn demangled_names_have_a_short_and_a_full_form() {
    let cases = [
        ("$s3App4CartC6reloadyyF", "Cart.reload()", "App.Cart.reload() -> ()"),
        (
            "_$s3App4CartC6reload8animatedySb_tF",
            "Cart.reload(animated:)",
            "App.Cart.reload(animated: Swift.Bool) -> ()",
        ),
        ("$s3App4PageC11viewDidLoadyyFTo", "@objc Page.viewDidLoad()", "@objc App.Page.viewDidLoad() -> ()"),
        (
            "__ZN3geo4areaERKSt6vectorIiSaIiEE",
            "geo::area",
            "geo::area(std::vector<int, std::allocator<int>> const&)",
        ),
        (
            "_ZNSt6vectorIiSaIiEE9push_backERKi",
            "std::vector::push_back",
            "std::vector<int, std::allocator<int>>::push_back(int const&)",
        ),
        ("_ZN1AlsERKS_", "A::operator<<", "A::operator<<(A const&)"),
        ("_TtC6Runner11AppDelegate", "Runner.AppDelegate", "Runner.AppDelegate"),
        ("-[_TtC3App4Page viewDidLoad]", "-[App.Page viewDidLoad]", "-[App.Page viewDidLoad]"),
        ("-[Cart reload]", "-[Cart reload]", "-[Cart reload]"),
        // The name has the mangling of Swift 4.0.
        ("__T03App4CartC6reloadyyF", "Cart.reload()", "App.Cart.reload() -> ()"),
        ("_main", "_main", "_main"),
        ("$s", "$s", "$s"),
        ("_Z", "_Z", "_Z"),
        ("$sThis is no name", "$sThis is no name", "$sThis is no name"),
        ("", "", ""),
    ];
    for (symbol, wanted, wanted_full) in cases {
        assert_eq!(short_name(symbol), wanted);
        assert_eq!(full_name(symbol), wanted_full);
    }
}

#[test]
fn every_mangling_of_a_swift_class_is_demangled_to_the_same_name() {
    let cases = [
        ("_TtC6Runner11AppDelegate", Some("Runner.AppDelegate")),
        ("$s6Runner11AppDelegateC", Some("Runner.AppDelegate")),
        ("_$s6Runner11AppDelegateCN", Some("Runner.AppDelegate")),
        ("$s6Runner11AppDelegateCm", Some("Runner.AppDelegate")),
        ("_TtCC8Payments4Cart5Inner", Some("Payments.Cart.Inner")),
        ("_TtCV8Payments4Cart5Inner", Some("Payments.Cart.Inner")),
        ("_TtC8PaymentsP33_0123456789ABCDEF0123456789ABCDEF4Cart", Some("Payments.Cart")),
        ("$s8Payments4Cart33_0123456789ABCDEF0123456789ABCDEFLLC", Some("Payments.Cart")),
        ("_TtGC8Payments3BoxSi_", Some("Payments.Box")),
        ("_TtGC8Payments3BoxCS_4Cart_", None),
        ("_TtGC8Payments4PairSiC3App4Cart_", Some("Payments.Pair")),
        ("_TtCs12_SwiftObject", Some("Swift._SwiftObject")),
        ("_TtP3App8Delegate_", Some("App.Delegate")),
        ("_TtC2é1b", Some("é.b")),
        ("_TtC3App", None),
        ("_TtC99Short", None),
        ("_TtC99999999999999999999Short", None),
        ("_Tt", None),
        (
            "_TtCE10FoundationC20FoundationEssentials11FileManager19DirectoryEnumerator",
            Some("FoundationEssentials.FileManager.DirectoryEnumerator"),
        ),
        ("_TtFC3App4Cart", None),
        ("Runner.AppDelegate", None),
        ("$s3App4CartC6reloadyyF", None),
    ];
    for (symbol, wanted) in cases {
        assert_eq!(class_name(symbol).as_deref(), wanted, "{symbol}");
    }
    let deep = format!("_Tt{}", "C".repeat(100_000));
    assert_eq!(class_name(&deep), None);
}

#[test]
fn modules_are_determined_from_names_of_functions() {
    let cases = [
        ("$s3App4CartC6reloadyyF", Some("App")),
        ("$s3App4PageC11viewDidLoadyyFTo", Some("App")),
        ("$s3App4CartC6reloadyyFyycfU_", Some("App")),
        ("$sSo8NSObjectC8PaymentsE4costyyF", Some("Payments")),
        ("_ZN3geo4areaEv", None),
        ("-[Cart reload]", None),
    ];
    for (symbol, wanted) in cases {
        assert_eq!(module(symbol).as_deref(), wanted, "{symbol}: {}", full_name(symbol));
    }
    assert_eq!(behind_thunk("$s3App4PageC11viewDidLoadyyFTo"), Some("$s3App4PageC11viewDidLoadyyF"));
    assert_eq!(behind_thunk("goTo"), None);
}

/// The expected names are the output of `swift demangle -compact` of Swift 6.0.3 for names in Foundation, Dispatch, the standard library
/// and Shop, and of `llvm-cxxfilt` of LLVM 19 for functions in libc++, Clang and LLVM itself.
#[test]
fn demangled_names_equal_those_of_swift_demangle_and_llvm_cxxfilt() {
    for (text, wrong_at_most) in [(include_str!("swift.tsv"), 6), (include_str!("cpp.tsv"), 1)] {
        let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
        let wrong: Vec<_> = pairs.iter().filter(|(symbol, wanted)| full_name(symbol) != *wanted).collect();
        assert!(
            pairs.len() > 500 && wrong.len() <= wrong_at_most,
            "{} of {}: {wrong:#?}",
            wrong.len(),
            pairs.len()
        );
    }
}
