//! `gate inspect` on Shop in every style of linking, fact by fact against llvm's tools.

use std::path::Path;

use e2e::facts_truth::{Compared, compare};
use e2e::shop::Shop;
use gate::facts::{Facts, of_app};
use gate::inject::Limits;
use phone::build::Style;

/// The facts of an app, and what llvm says of each of its images.
fn checked(app: &Path) -> (Facts, Compared) {
    let facts = of_app(app, Limits::default()).expect("facts");
    let mut all = Compared::default();
    for image in &facts.images {
        all.add(compare(image, &app.join(&image.path)).expect("llvm's tools"));
    }
    (facts, all)
}

#[test]
fn every_fact_of_shop_is_what_llvm_says() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop");
        let (facts, compared) = checked(&shop.app());
        assert_eq!(compared.differences, [""; 0], "{style:?}");
        assert!(compared.facts > 60, "{style:?}: {}", compared.facts);
        let paths: Vec<&str> = facts.images.iter().map(|image| image.path.as_str()).collect();
        let kit = "Frameworks/Kit.framework/Kit";
        assert_eq!(paths, ["Shop", kit, "Frameworks/Promotions.framework/Promotions"], "{style:?}");
        let loads: Vec<&str> = facts.images[0].loads.iter().map(|load| load.symbol.as_str()).collect();
        assert!(loads.contains(&"+[UIViewController(ShopSwizzle) load]"), "{style:?}: {loads:?}");
        assert_eq!(facts.images[1].initialisers[0].symbol, "_prepareTables", "{style:?}");
        // An archive of the same app says the same.
        let packed = of_app(&shop.ipa().expect("an archive"), Limits::default()).expect("facts");
        assert_eq!(packed, facts, "{style:?}");
    }
}
