//! Holds the data of a launch that is being read from a file. The data are not yet validated.
//!
//! Every reader fills a [`Draft`], and [`Draft::into_launch`] establishes the invariants of [`Launch`].

use std::sync::Arc;

use super::{
    Build, BuildRole, Conditions, Cost, CountedImage, Counters, DroppedData, FileLine, Launch, LaunchState,
    Mark, MethodTable, Ns, Page, Phase, PhaseId, Samples, Span, ThreadKind, Warning, WarningKind, Work,
    marks,
};

/// The data that a reader found for one launch.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) session: String,
    pub(super) number: u64,
    pub(super) recorded_unix_ms: Option<u64>,
    pub(super) conditions: Conditions,
    /// The build that was launched. A build without a build number gets the build number of the conditions.
    pub(super) build: Build,
    pub(super) state: LaunchState,
    pub(super) block: Option<u64>,
    pub(super) role: Option<BuildRole>,
    /// The marks, in any order.
    pub(super) marks: Vec<Mark>,
    /// The costs, in any order; a key may occur several times. The phase of a cost is an index into `phase_names`.
    pub(super) costs: Vec<Cost>,
    /// The names of the phases to which costs refer by index.
    pub(super) phase_names: Vec<String>,
    pub(super) pages: Vec<Page>,
    pub(super) spans: Vec<Span>,
    pub(super) dropped: DroppedData,
    pub(super) stopped: Option<Arc<str>>,
    /// The samples of call stacks, if there are any. The phases of the samples are indices into `phase_names`.
    pub(super) samples: Option<Samples>,
    pub(super) per_call: Counters,
    pub(super) work: Option<Arc<[Work]>>,
    pub(super) counts: Option<Vec<CountedImage>>,
    /// Whether two methods may have the same name, for example because a category replaced a method. In a trace, methods are identified by
    /// addresses, so equal names are no error.
    pub(super) may_share_names: bool,
}

/// Returns the time spans between the marks that bound phases.
pub(super) fn find_phases(marks: &[Mark]) -> Vec<Phase> {
    let mut phases = Vec::new();
    let (mut from_name, mut from) = (marks::START, Ns::ZERO);
    // Without an end of the launch, the end of the recording ends the last phase.
    let has = |name: &str| marks.iter().any(|mark| *mark.name == *name);
    let ends = [marks::RESPONSIVE, marks::END];
    let has_end = has(marks::FIRST_FRAME) || ends.into_iter().any(has);
    let ends = ends.into_iter().chain((!has_end).then_some(marks::WINDOW_END));
    for bound in marks::PHASE_BOUNDS.into_iter().chain(ends) {
        if let Some(mark) = marks.iter().find(|mark| *mark.name == *bound) {
            let name = format!("{from_name}..{bound}").into();
            phases.push(Phase { name, from, to: mark.at, objc: None });
            (from_name, from) = (bound, mark.at);
        }
    }
    phases
}

/// Returns the first two marks that are not in their required order.
fn find_misordered_marks(marks: &[Mark]) -> Option<(Arc<str>, Arc<str>)> {
    const ORDER: [&str; 6] = [
        marks::AGENT_START,
        marks::MAIN,
        marks::DID_FINISH_LAUNCHING_IN,
        marks::DID_FINISH_LAUNCHING,
        marks::FIRST_DID_APPEAR,
        marks::FIRST_FRAME,
    ];
    if let Some(early) = marks.iter().find(|mark| mark.at < Ns::ZERO) {
        return Some((marks::START.into(), Arc::clone(&early.name)));
    }
    let known: Vec<&Mark> =
        ORDER.iter().filter_map(|name| marks.iter().find(|mark| *mark.name == **name)).collect();
    let pair = known.windows(2).find(|pair| pair[0].at > pair[1].at)?;
    // A view may appear during didFinishLaunching, so the marks of these two events have no required order.
    let free = [marks::DID_FINISH_LAUNCHING, marks::FIRST_DID_APPEAR];
    if free.contains(&&*pair[0].name) && free.contains(&&*pair[1].name) {
        return None;
    }
    Some((Arc::clone(&pair[0].name), Arc::clone(&pair[1].name)))
}

impl Draft {
    /// Returns the total number of callers in the paths of all costs.
    pub(super) fn count_callers(&self, table: &MethodTable) -> usize {
        self.costs.iter().filter_map(|cost| cost.path).map(|path| table.path(path).len()).sum()
    }

    /// Validates the draft and makes the launch. Problems are added to `warnings`.
    ///
    /// `Ok(None)` means a launch that cannot be used and is excluded with a warning; `Err` is a reason to refuse the input.
    pub(super) fn into_launch(
        self,
        source: FileLine,
        table: &mut MethodTable,
        keep_paths: bool,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<Launch>, String> {
        let Draft { mut marks, mut costs, phase_names, conditions, mut build, mut samples, .. } = self;
        if build.number.is_empty() {
            build.number = conditions.app_build.to_string();
        }
        let mut warn = |kind| warnings.push(Warning { source: source.clone(), kind });
        marks.sort_by(|a, b| a.at.total_cmp(&b.at).then_with(|| a.name.cmp(&b.name)));
        if let Some((first, then)) = find_misordered_marks(&marks) {
            warn(WarningKind::ClockBackwards { first: first.to_string(), then: then.to_string() });
            return Ok(None);
        }
        if self.dropped != DroppedData::default() {
            warn(WarningKind::Dropped(self.dropped));
        }
        let mut phases = find_phases(&marks);
        if !phase_names.is_empty() {
            let ids = phase_names
                .iter()
                .map(|name| match phases.iter().position(|phase| *phase.name == **name) {
                    Some(id) => Ok(PhaseId(id as u8)),
                    None => Err(unknown_phase(name, &phases)),
                })
                .collect::<Result<Vec<PhaseId>, String>>()?;
            for cost in &mut costs {
                cost.phase = cost.phase.map(|phase| ids[usize::from(phase.0)]);
            }
            for stack in samples.iter_mut().flat_map(|samples| &mut samples.stacks) {
                stack.phase = stack.phase.map(|phase| ids[usize::from(phase.0)]);
            }
        }
        charge_system(&mut costs, table);
        // The costs are summed before they are sorted. The sorted order depends on ids, which depend on previously read launches, and the
        // order of addition affects the last bits of the sums.
        fill_objc(&mut phases, &costs);
        let doubles = merge(&mut costs, table, keep_paths);
        if doubles > 0 && !self.may_share_names {
            warn(WarningKind::DuplicateMethods { entries: doubles });
        }
        Ok(Some(Launch {
            source,
            session: self.session.into(),
            number: self.number,
            recorded_unix_ms: self.recorded_unix_ms,
            conditions: Arc::new(conditions),
            build: Arc::new(build),
            state: self.state,
            block: self.block,
            role: self.role,
            marks,
            phases,
            costs,
            pages: self.pages,
            spans: self.spans,
            dropped: self.dropped,
            samples: samples.map(Arc::new),
            functions: None,
            stopped: self.stopped,
            per_call: self.per_call,
            work: self.work,
            counts: self.counts.map(Arc::from),
        }))
    }
}

fn unknown_phase(name: &str, phases: &[Phase]) -> String {
    let known: Vec<&str> = phases.iter().map(|phase| &*phase.name).collect();
    let shown: String = name.chars().take(60).collect();
    format!("phase {shown:?} is unknown; the marks define these phases: {}", known.join(", "))
}

/// Adds the self time of the system's methods to the nearest caller that belongs to the app, if the path contains one.
fn charge_system(costs: &mut Vec<Cost>, table: &mut MethodTable) {
    for index in 0..costs.len() {
        let cost = costs[index];
        let Some(path) = cost.path.filter(|_| cost.self_ns > Ns::ZERO && table.method(cost.method).system)
        else {
            continue;
        };
        let path = table.path(path);
        let Some(nearest) = path.iter().rposition(|caller| !table.method(*caller).system) else { continue };
        let (caller, above) = (path[nearest], path[..nearest].to_vec());
        let path = (!above.is_empty()).then(|| table.intern_path(&above));
        costs[index].self_ns = Ns::ZERO;
        // The caller has another entry with its calls and its total time, so the added entry contains only self time.
        costs.push(Cost { method: caller, path, calls: 0.0, total_ns: Ns::ZERO, ..cost });
    }
}

/// Sorts the costs and adds up those with the same key, in the order of the input.
/// Returns the number of duplicate entries of the main thread.
fn merge(costs: &mut Vec<Cost>, table: &MethodTable, keep_paths: bool) -> u64 {
    let mut doubles = 0;
    if keep_paths {
        // Only the main thread is checked. All other threads have the same value in the key, so equal keys of their entries are no error of
        // the recorder.
        sort_costs(costs, table.len());
        let on_main = |pair: &&[Cost]| pair[0].thread == ThreadKind::Main;
        let same_key = |pair: &&[Cost]| pair[0].sort_key() == pair[1].sort_key();
        let both_called = |pair: &&[Cost]| pair.iter().all(|cost| cost.calls > 0.0);
        doubles = costs.windows(2).filter(on_main).filter(same_key).filter(both_called).count() as u64;
    } else {
        for cost in costs.iter_mut() {
            // The time of a recursive call is already included in the time of the outer call.
            if let Some(path) = cost.path.take()
                && table.path(path).contains(&cost.method)
            {
                cost.total_ns = Ns::ZERO;
            }
        }
        sort_costs(costs, table.len());
    }
    Cost::add_up(costs);
    doubles
}

/// Sorts costs by key; costs with the same key keep their order. All ids are less than `methods`.
///
/// Ids are dense, so a counting sort is several times faster than comparisons.
pub(super) fn sort_costs(costs: &mut Vec<Cost>, methods: usize) {
    if costs.is_sorted_by_key(Cost::sort_key) {
        return;
    }
    if costs.len() < methods / 8 {
        costs.sort_by_key(Cost::sort_key);
        return;
    }
    let mut place = vec![0_u32; methods + 1];
    for cost in costs.iter() {
        place[cost.method.0 as usize + 1] += 1;
    }
    for id in 0..methods {
        place[id + 1] += place[id];
    }
    let mut sorted = costs.clone();
    for cost in costs.iter() {
        let place = &mut place[cost.method.0 as usize];
        sorted[*place as usize] = *cost;
        *place += 1;
    }
    for of_method in sorted.chunk_by_mut(|a, b| a.method == b.method) {
        if !of_method.is_sorted_by_key(Cost::sort_key) {
            of_method.sort_by_key(Cost::sort_key);
        }
    }
    *costs = sorted;
}

/// Sets the sum of self costs on the main thread for each phase, if the phases of all costs on the main thread are known.
fn fill_objc(phases: &mut [Phase], costs: &[Cost]) {
    let main = || costs.iter().filter(|cost| cost.thread == ThreadKind::Main);
    // In a launch with a single phase, all costs belong to this phase.
    if let [whole] = phases
        && main().all(|cost| cost.phase.is_none())
    {
        whole.objc = Some(main().map(|cost| cost.self_ns).sum());
        return;
    }
    if main().next().is_none() || main().any(|cost| cost.phase.is_none()) {
        return;
    }
    let mut sums = vec![Ns::ZERO; phases.len()];
    for cost in main() {
        if let Some(PhaseId(phase)) = cost.phase {
            sums[usize::from(phase)] += cost.self_ns;
        }
    }
    for (phase, sum) in phases.iter_mut().zip(sums) {
        phase.objc = Some(sum);
    }
}
