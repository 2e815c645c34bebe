//! Computes the parts of a typical launch of each side: the waterfall and the call trees.
//!
//! A typical launch is the average of the fastest 60 % of the launches, which is also the level that the verdict compares. The report lists
//! slow launches separately. Averages are used, since averages of parts add up to the average of the launch, and medians do not.
//!
//! Invariant: on both sides, the costs of a node's parts add up to the node's cost, in whole nanoseconds.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::{FunctionShare, Subject, phase_for_people};
use gate_launches::{Cost, Launch, Launches, MethodTable, PathId, ThreadKind};
use gate_stats::basic::typical_count;
use hashbrown::HashMap;

use super::call_tree::{BaseHeadPair, CallTree, CostSums, NO_NODE};
use super::drawings::Tree;
use super::report_input::ReportInput;
use super::sampled;
use super::value::{Waterfall, WaterfallMethod, WaterfallModule, WaterfallPhase};

/// The name of the main thread's tree.
const MAIN: &str = "main";

/// The name of the only phase if the recorder does not record phases.
const WHOLE: &str = "launch";

/// The typical launches of both sides, and the names in them.
pub(super) struct TypicalLaunches<'a> {
    sides: BaseHeadPair<(&'a Launches, Vec<&'a Launch>)>,
    /// The stored call tree of the base as one launch, if the base's launches have no trees.
    base_tree: Option<&'a Launches>,
    names: NameIndex,
    /// For each name, the callers of the name's most expensive node on the main thread; `merge_trees` fills the map.
    dearest: HashMap<u32, Vec<u32>>,
}

#[derive(Default)]
struct NameIndex {
    list: Vec<String>,
    known: HashMap<Arc<str>, u32>,
}

impl NameIndex {
    fn index_of(&mut self, name: &Arc<str>) -> u32 {
        *self.known.entry_ref(name).or_insert_with(|| {
            self.list.push(name.to_string());
            (self.list.len() - 1) as u32
        })
    }
}

/// Returns whether a launch has phases with these names, and the phase of each cost on the main thread is recorded.
fn has_phases(launch: &Launch, names: &[Arc<str>]) -> bool {
    launch.phases.iter().map(|phase| &phase.name).eq(names)
        && launch.costs.iter().all(|cost| cost.thread != ThreadKind::Main || cost.phase.is_some())
}

/// Selects the fastest 60 % of the launches.
fn select_typical<'a>(launches: &[&'a Launch]) -> Vec<&'a Launch> {
    let whole = |launch: &Launch| launch.duration().unwrap_or_else(|| launch.objc_time());
    let mut sorted: Vec<_> = launches.iter().map(|launch| (whole(launch), *launch)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted.truncate(typical_count(launches.len()));
    sorted.into_iter().map(|(_, launch)| launch).collect()
}

impl<'a> TypicalLaunches<'a> {
    pub(super) fn new(
        material: ReportInput<'a>,
        base: &[&'a Launch],
        head: &[&'a Launch],
    ) -> TypicalLaunches<'a> {
        TypicalLaunches {
            sides: [
                (material.base.launches, select_typical(base)),
                (material.head.launches, select_typical(head)),
            ],
            base_tree: material
                .base_tree
                .filter(|_| !base.iter().any(|launch| launch.costs.iter().any(|cost| cost.path.is_some()))),
            names: NameIndex::default(),
            dearest: HashMap::new(),
        }
    }

    fn launch_counts(&self) -> BaseHeadPair<usize> {
        [self.sides[0].1.len(), self.sides[1].1.len()]
    }

    fn launches(&self) -> impl Iterator<Item = (usize, &'a MethodTable, &'a Launch)> {
        self.sides.iter().enumerate().flat_map(|(side, (launches, typical))| {
            typical.iter().map(move |launch| (side, &launches.table, *launch))
        })
    }

    /// Returns the names of the phases, if all launches have the same phases and the phase of each cost is recorded.
    fn phases(&self) -> Option<Vec<Arc<str>>> {
        let (.., first) = self.launches().next()?;
        let names: Vec<Arc<str>> = first.phases.iter().map(|phase| Arc::clone(&phase.name)).collect();
        let all = self.launches().all(|(.., launch)| has_phases(launch, &names));
        (all && !names.is_empty()).then_some(names)
    }

    pub(super) fn build_waterfall(&mut self) -> Waterfall {
        let names = self.phases();
        let phase_names = names.clone().unwrap_or_else(|| vec![WHOLE.into()]);
        let counts = self.launch_counts();
        let mut durations = vec![CostSums::default(); phase_names.len()];
        let mut costs: Vec<HashMap<&str, CostSums>> = vec![HashMap::new(); phase_names.len()];
        for (side, table, launch) in self.launches() {
            if names.is_some() {
                for (duration, phase) in durations.iter_mut().zip(&launch.phases) {
                    duration.cost[side] += phase.duration().0;
                }
            } else {
                durations[0].cost[side] += launch.duration().unwrap_or_else(|| launch.objc_time()).0;
            }
            for cost in launch.costs.iter().filter(|cost| cost.thread == ThreadKind::Main) {
                let phase = cost.phase.filter(|_| names.is_some()).map_or(0, |phase| usize::from(phase.0));
                let sum = costs[phase].entry(&*table.method(cost.method).name).or_default();
                sum.cost[side] += cost.self_ns.0;
            }
        }
        let phases: Vec<WaterfallPhase> = phase_names
            .iter()
            .zip(&durations)
            .zip(costs)
            .map(|((name, duration), costs)| self.build_phase(name, duration.cost_ns(counts), costs, counts))
            .collect();
        Waterfall {
            base_ns: phases.iter().map(|phase| phase.base_ns).sum(),
            head_ns: phases.iter().map(|phase| phase.head_ns).sum(),
            base_launches: counts[0],
            head_launches: counts[1],
            phases,
        }
    }

    fn build_phase(
        &mut self,
        name: &str,
        duration: BaseHeadPair<i64>,
        costs: HashMap<&str, CostSums>,
        counts: BaseHeadPair<usize>,
    ) -> WaterfallPhase {
        let mut costs: Vec<(&str, BaseHeadPair<i64>)> =
            costs.into_iter().map(|(method, sum)| (method, sum.cost_ns(counts))).collect();
        costs.sort_by(|a, b| b.1[0].max(b.1[1]).cmp(&a.1[0].max(a.1[1])).then_with(|| a.0.cmp(b.0)));
        let mut modules: Vec<WaterfallModule> = Vec::new();
        let mut places: HashMap<Option<Arc<str>>, usize> = HashMap::new();
        let mut rest = duration;
        for (method, [base_ns, head_ns]) in costs.into_iter().filter(|(_, cost)| *cost != [0, 0]) {
            let (method, module) = self.owner_label(method);
            let place = *places.entry(module.clone()).or_insert_with(|| {
                let name = module.map(|module| module.to_string());
                modules.push(WaterfallModule { name, base_ns: 0, head_ns: 0, methods: vec![] });
                modules.len() - 1
            });
            let module = &mut modules[place];
            module.base_ns += base_ns;
            module.head_ns += head_ns;
            module.methods.push(WaterfallMethod { name: method, base_ns, head_ns });
            rest[0] -= base_ns;
            rest[1] -= head_ns;
        }
        modules.sort_by(|a, b| {
            b.base_ns.max(b.head_ns).cmp(&a.base_ns.max(a.head_ns)).then_with(|| a.name.cmp(&b.name))
        });
        WaterfallPhase {
            name: name.to_owned(),
            base_ns: duration[0],
            head_ns: duration[1],
            base_outside_ns: rest[0],
            head_outside_ns: rest[1],
            modules,
        }
    }

    /// Returns the index of a method's name, and its module. The module is that of the method in the head, or that in the base if the head
    /// has no module for the method.
    fn owner_label(&mut self, method: &str) -> (u32, Option<Arc<str>>) {
        let of = |(launches, _): &(&'a Launches, _)| {
            launches.table.find(method).map(|id| launches.table.method(id))
        };
        let known = [of(&self.sides[1]), of(&self.sides[0])];
        let module = known.iter().flatten().find_map(|method| method.module.clone());
        let name =
            known.iter().flatten().next().map_or_else(|| method.into(), |known| Arc::clone(&known.name));
        (self.names.index_of(&name), module)
    }

    /// Merges the trees of both sides, with small nodes replaced by remainders; empty if callers are unknown.
    pub(super) fn merge_trees(&mut self) -> Vec<Tree> {
        [(ThreadKind::Main, MAIN), (ThreadKind::Other, "other")]
            .into_iter()
            .filter_map(|(thread, name)| self.merge_tree(thread, name))
            .collect()
    }

    fn merge_tree(&mut self, thread: ThreadKind, thread_name: &str) -> Option<Tree> {
        let mut counts = self.launch_counts();
        let mut grown = CallTree::default();
        let mut launches: Vec<_> = self.launches().collect();
        let mut smallest = None;
        if let Some(tree) = self.base_tree {
            launches.retain(|(side, ..)| *side == 1);
            launches.splice(0..0, tree.launches.iter().map(|launch| (0, &tree.table, launch)));
            counts[0] = tree.launches.len();
            smallest =
                Some([0, 1].map(|side| {
                    gate_baseline::smallest_in_tree(self.sides[side].1.iter().copied()).0 as i64
                }));
        }
        // In large inputs, callers were recorded for only some launches. Launches without callers are skipped, since their methods would
        // seem to have no callers.
        for (side, count) in counts.iter_mut().enumerate() {
            let knows: Vec<bool> =
                launches.iter().map(|(of, _, launch)| *of != side || launch.knows_callers()).collect();
            let left_out = knows.iter().filter(|knows| !**knows).count();
            if left_out > 0 && left_out < *count {
                let mut knows = knows.into_iter();
                launches.retain(|_| knows.next().unwrap_or(true));
                *count -= left_out;
            }
        }
        let is_listed = |cost: &&Cost| cost.thread == thread;
        let mut costs = launches.iter().flat_map(|(.., launch)| launch.costs.iter().filter(is_listed));
        if !costs.any(|cost| cost.path.is_some()) {
            return None;
        }
        // A stored tree may have no phases.
        let phases = self.phases().filter(|names| {
            thread == ThreadKind::Main && launches.iter().all(|(.., launch)| has_phases(launch, names))
        });
        if let Some(names) = &phases {
            let names: Vec<u32> = names.iter().map(|name| self.name(&phase_for_people(name))).collect();
            grown = CallTree::with_phases(&names);
        }
        let mut of_path: BaseHeadPair<HashMap<(usize, PathId), usize>> = Default::default();
        for (side, table, launch) in launches {
            for cost in launch.costs.iter().filter(is_listed) {
                // The nodes of phases are the first nodes of the tree.
                let root =
                    cost.phase.filter(|_| phases.is_some()).map_or(NO_NODE, |phase| usize::from(phase.0));
                let mut parent = root;
                if let Some(path) = cost.path {
                    parent = *of_path[side].entry((root, path)).or_insert_with(|| {
                        let callers = table.path(path).iter();
                        callers.fold(root, |node, caller| {
                            grown.find_or_add_child(node, self.names.index_of(&table.method(*caller).name))
                        })
                    });
                }
                let node =
                    grown.find_or_add_child(parent, self.names.index_of(&table.method(cost.method).name));
                // The time of a system method is part of its caller's own cost.
                let total_ns =
                    if table.method(cost.method).system { Default::default() } else { cost.total_ns };
                grown.add(node, side, &Cost { total_ns, ..*cost });
            }
        }
        if thread == ThreadKind::Main {
            self.dearest = grown.dearest_paths();
        }
        Some(grown.prune(thread_name, counts, smallest))
    }

    /// Adds the functions that samples found to the main thread's tree.
    pub(super) fn add_functions(
        &mut self,
        trees: &mut [Tree],
        shares: &BTreeMap<Subject, Vec<FunctionShare>>,
        waterfall: &Waterfall,
    ) {
        let Some(tree) = trees.iter_mut().find(|tree| tree.thread == MAIN) else { return };
        let names = self.names.list.clone();
        sampled::add(tree, &names, shares, waterfall, |name| self.name(name));
    }

    /// Returns the callers of the most expensive occurrence of a method in the head, beginning with the root.
    pub(super) fn path_to(&self, method: &str) -> Vec<String> {
        let path = self.names.known.get(method).and_then(|name| self.dearest.get(name));
        path.map_or_else(Vec::new, |path| {
            path.iter().map(|name| self.names.list[*name as usize].clone()).collect()
        })
    }

    /// Returns the index of a name.
    pub(super) fn name(&mut self, name: &str) -> u32 {
        match self.names.known.get(name) {
            Some(index) => *index,
            None => self.names.index_of(&name.into()),
        }
    }

    pub(super) fn into_names(self) -> Vec<String> {
        self.names.list
    }
}
