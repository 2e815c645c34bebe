//! Lists the stalls: the long calls on the main thread, with the holders of the locks for which the main thread waited.

use gate_decision::phase_for_people;
use gate_launches::{Launch, StalledThread, WaitKind};

use super::line::Line;
use super::text::format_time;
use super::value::{StallLine, StallThread};

/// The largest number of stalls in a report.
const STALLS: usize = 10;

/// Returns the stalls of launches, the longest first.
pub fn find_stalls<'a>(launches: impl Iterator<Item = &'a Launch>) -> Vec<StallLine> {
    let mut stalls = Vec::new();
    for launch in launches {
        let Some(samples) = launch.samples.as_deref() else { continue };
        for stall in &samples.stalls {
            let main = &stall.threads[0];
            let stack = &samples.stacks[main.stack as usize];
            stalls.push(StallLine {
                ran_ns: stack.time.0.round(),
                phase: stack.phase.map(|phase| launch.phases[usize::from(phase.0)].name.to_string()),
                waits: samples.wait_of(stack).map(|kind| WaitKind::name(kind).to_owned()),
                main: main.into(),
                holder: stall.holder().map(StallThread::from),
                ring: stall.ring().unwrap_or_default().into_iter().map(StallThread::from).collect(),
            });
        }
    }
    stalls.sort_by(|a, b| b.ran_ns.total_cmp(&a.ran_ns).then_with(|| a.main.stack.cmp(&b.main.stack)));
    stalls.truncate(STALLS);
    stalls
}

impl From<&StalledThread> for StallThread {
    fn from(thread: &StalledThread) -> StallThread {
        StallThread {
            thread: thread.name.to_string(),
            stack: thread.functions.clone(),
            module: thread.module.clone(),
            owner: thread.owner.clone(),
        }
    }
}

impl StallThread {
    /// Describes the functions on the stack, the innermost first, with the module and the owner of the innermost function.
    fn functions(&self) -> Line {
        if self.stack.is_empty() {
            return Line::from_words("code without a name");
        }
        let functions = self.stack.iter().map(|name| Line::default().name(name));
        let module = self.module.iter().map(|module| Line::default().name(module));
        let owner = self.owner.iter().map(|owner| Line::default().with_owner(owner));
        let functions = Line::join_lines(functions, " < ");
        Line::join_lines([functions].into_iter().chain(module).chain(owner), " · ")
    }

    fn line(&self) -> Line {
        Line::from_words("thread ").name(&self.thread).with_words(" in ").with_line(self.functions())
    }
}

impl StallLine {
    /// Describes the stall, the wait and the holder of the lock, and the ring of a deadlock.
    pub fn text(&self) -> String {
        self.line().to_plain_text()
    }

    pub(super) fn line(&self) -> Line {
        let stall = Line::from_words(format!("stall: {} in ", format_time(self.ran_ns)));
        let phase = self.phase.iter().map(|phase| Line::default().name(phase_for_people(phase)));
        let waits = self.waits.iter().map(|kind| {
            let waits = Line::from_words("waits (").with_text(kind).with_words(")");
            match &self.holder {
                // The ring of a deadlock contains the holder.
                Some(_) if self.ring.first() == Some(&self.main) => waits,
                Some(holder) => waits.with_words(": held by ").with_line(holder.line()),
                None => waits.with_words(": holder unknown"),
            }
        });
        let ring = self.ring.first().map(|first| {
            let threads = Line::join_lines(self.ring.iter().map(StallThread::line), " waits for ");
            let threads = Line::from_words("deadlock: ").with_line(threads);
            threads.with_words(" waits for thread ").name(&first.thread)
        });
        let main = stall.with_line(self.main.functions());
        Line::join_lines([main].into_iter().chain(phase).chain(waits).chain(ring), " · ")
    }
}
