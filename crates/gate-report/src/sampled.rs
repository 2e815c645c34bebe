//! Adds functions that samples found to the call tree of the report. The functions are placed below the methods in which they were found,
//! or below a node for the code outside methods.
//!
//! Invariant: adding functions does not change the total cost of a method, since the functions get shares of the method's own cost.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::{FunctionShare, OTHER_CODE, Subject};

use super::call_tree::SMALLEST_SHARE;
use super::drawings::Tree;
use super::value::Waterfall;

/// For each subject with an exact cost (such as a method), the functions that samples found in it, with their shares of the cost.
type FunctionShares = BTreeMap<Subject, Vec<FunctionShare>>;

/// The code outside methods in one phase, or in all phases of a tree without phases.
#[derive(Default)]
struct CodeOutside<'a> {
    cost: [i64; 2],
    /// The cost of each function, and half the width of the interval of its growth.
    functions: BTreeMap<&'a str, ([i64; 2], i64)>,
}

/// Adds the functions to the main thread's tree. `name` returns the index of a name, and `names` contains the names that were known before.
pub(super) fn add(
    tree: &mut Tree,
    names: &[String],
    shares: &FunctionShares,
    waterfall: &Waterfall,
    mut name: impl FnMut(&str) -> u32,
) {
    let sum = |costs: &[i64]| costs.iter().sum::<i64>() as f64;
    let limit = [sum(&tree.base_ns), sum(&tree.head_ns)].map(|whole| (whole * SMALLEST_SHARE) as i64);
    let is_large = |cost: [i64; 2]| cost[0] > limit[0] || cost[1] > limit[1];
    for node in 0..tree.parent.len() {
        let Some(method) = tree.name[node].and_then(|name| names.get(name as usize)) else { continue };
        let Some(inside) = shares.get(&Subject::Method(Arc::from(method.as_str()))) else { continue };
        let is_unknown = tree.unknown.contains(&(node as u32));
        let own = [tree.base_ns[node], tree.head_ns[node]];
        for found in inside {
            let cost = function_cost(own, found);
            if is_large(cost) {
                tree.base_ns[node] -= cost[0];
                tree.head_ns[node] -= cost[1];
                if is_unknown {
                    tree.unknown.push(tree.parent.len() as u32);
                }
                push(tree, node as u32, name(&found.function.short), cost, growth_half_width(own, found));
            }
        }
    }
    // The code outside methods gets a separate node in each phase, so that the width of a phase is its time.
    let mut outside: BTreeMap<Option<u32>, CodeOutside<'_>> = BTreeMap::new();
    for (at, phase) in waterfall.phases.iter().enumerate() {
        let code = outside.entry(tree.phases.get(at).copied()).or_default();
        let own = [phase.base_outside_ns, phase.head_outside_ns];
        code.cost = [0, 1].map(|side| code.cost[side] + own[side].max(0));
        let key = Subject::Outside(Some(Arc::from(phase.name.as_str())));
        for found in shares.get(&key).into_iter().flatten() {
            let [base, head] = function_cost(own, found);
            let (sum, most) = code.functions.entry(&found.function.short).or_default();
            (*sum, *most) = ([sum[0] + base, sum[1] + head], *most + growth_half_width(own, found));
        }
    }
    for (phase, code) in outside {
        let place = tree.push(phase, Some(name(OTHER_CODE)), code.cost, [0.0, 0.0]);
        tree.outside.push(place);
        for (function, (cost, within)) in code.functions.into_iter().filter(|(_, (cost, _))| is_large(*cost))
        {
            tree.base_ns[place as usize] -= cost[0];
            tree.head_ns[place as usize] -= cost[1];
            push(tree, place, name(function), cost, within);
        }
    }
    tree.unknown.sort_unstable();
}

/// Returns a function's part of a cost in base and head. The part is rounded down, so that the sum of the parts does not exceed the cost.
fn function_cost(whole: [i64; 2], found: &FunctionShare) -> [i64; 2] {
    let of = |whole: i64, share: f64| (whole.max(0) as f64 * share) as i64;
    [of(whole[0], found.share.base), of(whole[1], found.share.head)]
}

/// Returns half the width of the interval of a function's growth. The width is rounded up, so that the noise is not understated.
fn growth_half_width([base, head]: [i64; 2], found: &FunctionShare) -> i64 {
    (base.max(head).max(0) as f64 * found.within).ceil() as i64
}

fn push(tree: &mut Tree, parent: u32, name: u32, cost: [i64; 2], within: i64) {
    let node = tree.push(Some(parent), Some(name), cost, [0.0, 0.0]);
    tree.sampled.push(node);
    tree.sampled_within_ns.push(within);
}

#[cfg(test)]
mod tests {
    use super::super::value::WaterfallPhase;
    use super::*;
    use gate_decision::Sides;
    use gate_launches::{Function, FunctionKind};

    fn share(name: &str, base: f64, head: f64) -> FunctionShare {
        let share = Sides { base, head };
        let function =
            Function { short: name.into(), ..Function::new_unnamed(FunctionKind::App, "Pricing".into()) };
        FunctionShare { function: Arc::new(function), share, within: 0.1 }
    }

    #[test]
    fn times_of_sampled_functions_are_subtracted_from_the_self_time_of_their_method() {
        let mut tree = Tree {
            thread: "main".to_owned(),
            parent: vec![None, Some(0), Some(0)],
            name: vec![Some(0), Some(1), None],
            base_ns: vec![1_000, 501, 9],
            head_ns: vec![1_000, 901, 9],
            base_calls: vec![1.0; 3],
            head_calls: vec![1.0; 3],
            unknown: vec![1],
            ..Tree::default()
        };
        let names = ["-[A go]".to_owned(), "-[B work]".to_owned()];
        let inside = vec![share("price", 0.5, 0.75), share("tiny", 0.0, 0.001), share("new", 0.0, 0.25)];
        let outside = vec![share("price", 0.1, 0.1), share("pack", 0.5, 0.5)];
        let shares: FunctionShares = [
            (Subject::Method("-[B work]".into()), inside),
            (Subject::Outside(Some("main..first_frame".into())), outside),
        ]
        .into();
        let phase = WaterfallPhase {
            name: "main..first_frame".to_owned(),
            base_ns: 4_000,
            head_ns: 4_000,
            base_outside_ns: 2_000,
            head_outside_ns: 2_000,
            modules: vec![],
        };
        let waterfall = Waterfall {
            base_ns: 4_000,
            head_ns: 4_000,
            base_launches: 1,
            head_launches: 1,
            phases: vec![phase],
        };
        let mut all = names.to_vec();
        let name = |name: &str| {
            all.iter().position(|known| known == name).unwrap_or_else(|| {
                all.push(name.to_owned());
                all.len() - 1
            }) as u32
        };
        add(&mut tree, &names, &shares, &waterfall, name);
        assert_eq!(all[2..], ["price", "new", OTHER_CODE, "pack"]);
        assert_eq!(tree.name, [Some(0), Some(1), None, Some(2), Some(3), Some(4), Some(5), Some(2)]);
        assert_eq!(tree.parent, [None, Some(0), Some(0), Some(1), Some(1), None, Some(5), Some(5)]);
        assert_eq!((tree.sampled.as_slice(), tree.outside.clone()), (&[3, 4, 6, 7][..], vec![5]));
        // The width is a tenth of the larger cost of the two sides, rounded up.
        assert_eq!(tree.sampled_within_ns, [91, 91, 200, 200]);
        assert_eq!(tree.unknown, [1, 3, 4], "what is below a node that is not known is not known");
        // The method and its functions together cost as much as the method alone before the functions were separated.
        assert_eq!((tree.base_ns[1] + tree.base_ns[3] + tree.base_ns[4], tree.base_ns[3]), (501, 250));
        assert_eq!((tree.head_ns[1] + tree.head_ns[3] + tree.head_ns[4], tree.head_ns[3]), (901, 675));
        assert_eq!((tree.base_ns[6], tree.base_ns[7]), (1_000, 200));
        // The node for code outside methods and its functions also add up to the time outside methods.
        assert_eq!(tree.base_ns[5..].iter().sum::<i64>(), 2_000);
    }
}
