//! Adjusts stored sessions of several phones of one model, as if all sessions had been recorded on the phones of the new sessions.
//!
//! Two phones differ by some percent, and the percentage differs from row to row. The level of a row on a phone is the mean location of the
//! phone's sessions (the mean of the fastest 60 % of their launches) since the row's present level began. The costs of each session are
//! multiplied by the ratio of the level on the new sessions' phones to the level on its own phone. If the levels are not known, or a phone
//! has no session since the level began, the ratio of the median row is used. [`PhoneAdjustment`] states the loss of precision. Only days
//! of the new sessions' phones determine a level, and each other phone reduces the degrees of freedom between days by one.
//!
//! Limits: a row with a cost of 0 in some launch is not scaled. If a new level began together with the use of a new phone, the difference
//! is attributed to the phone.

use super::Costs;
use super::basic::{mean, median};
use super::estimator::Estimator;
use super::locations::{PhoneAdjustment, Session};
use super::tuned::DAYS_FOR_PHONES;

/// Adjusts the stored sessions, so that they are comparable with the new sessions. The parameter `of` contains the phone of each stored
/// session, the parameter `new` contains the phones of the new sessions, and the parameter `anew` is the field of the same name in
/// [`Stored`]. Sessions are not scaled if the days are too few to estimate the differences between phones, or if no day has the phones of
/// the new sessions. The differences between phones are then a part of the variance between days.
///
/// [`Stored`]: super::StoredDesign
pub fn adjust_to_phones<P: PartialEq>(
    base: &mut [Session],
    of: &[P],
    new: &[P],
    anew: &[usize],
) -> PhoneAdjustment {
    let number = |phone: &P| of.iter().position(|known| known == phone);
    let of: Vec<usize> = of.iter().filter_map(number).collect();
    let new = sort_and_dedup(new.iter().filter_map(number));
    let all = sort_and_dedup(of.iter().copied());
    let phones = PhoneAdjustment {
        own_days: count_days(base, &of, |phone| new.contains(&phone)),
        others: all.len() - new.len(),
    };
    let is_enough = count_days(base, &of, |_| true) >= all.len() + DAYS_FOR_PHONES;
    if phones.others == 0 || new.is_empty() || !is_enough {
        return PhoneAdjustment::default();
    }
    let rows: Vec<usize> = (0..base[0].costs.rows())
        .filter(|&row| base.iter().all(|session| !session.costs.row(row).contains(&0.0)))
        .collect();
    let least = base.iter().map(|session| session.costs.launches()).min().unwrap_or(1);
    let phone_numbers = PhoneNumbers { of, all, new, least };
    let by_row: Vec<Vec<Option<f64>>> =
        rows.iter().map(|&row| phone_numbers.level_differences(base, row, 0)).collect();
    let common = (0..phone_numbers.all.len()).map(|phone| {
        let of_rows: Vec<f64> = by_row.iter().filter_map(|differences| differences[phone]).collect();
        if of_rows.is_empty() { 0.0 } else { median(&of_rows) }
    });
    let common: Vec<f64> = common.collect();
    let by_row: Vec<Vec<Option<f64>>> = rows
        .iter()
        .zip(by_row)
        .map(|(&row, of_all)| match anew.get(row) {
            Some(0) => of_all,
            Some(&from) => phone_numbers.level_differences(base, row, from.min(base.len())),
            None => vec![None; phone_numbers.all.len()],
        })
        .collect();
    for (&row, differences) in rows.iter().zip(&by_row) {
        for (session, phone) in base.iter_mut().zip(&phone_numbers.of) {
            let at = phone_numbers.all.binary_search(phone).unwrap_or(0);
            let factor = (-differences[at].unwrap_or(common[at])).exp();
            let Costs { launches, values, .. } = &mut session.costs;
            values[row * *launches..(row + 1) * *launches].iter_mut().for_each(|cost| *cost *= factor);
        }
    }
    phones
}

/// Returns the numbers without repetitions, in ascending order.
fn sort_and_dedup(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Counts the days of the sessions on the phones that `is_counted` selects. `of` contains the phone of each session.
fn count_days(base: &[Session], of: &[usize], is_counted: impl Fn(usize) -> bool) -> usize {
    let sessions = base.iter().zip(of).filter(|(_, phone)| is_counted(**phone));
    let mut days: Vec<i64> = sessions.map(|(session, _)| session.day).collect();
    days.dedup();
    days.len()
}

/// The phones of a comparison. A phone is identified by the index of its first stored session.
struct PhoneNumbers {
    /// The phone of each stored session.
    of: Vec<usize>,
    /// All phones that have stored sessions.
    all: Vec<usize>,
    /// The phones of the new sessions.
    new: Vec<usize>,
    /// The number of launches in the smallest stored session.
    least: usize,
}

impl PhoneNumbers {
    /// Returns, for each phone, the difference of a row's level to the level on the new sessions' phones, as a difference of logarithms.
    /// The result for a phone is `None` if this phone, or one of the new sessions' phones, has no session from the index `from` on.
    fn level_differences(&self, base: &[Session], row: usize, from: usize) -> Vec<Option<f64>> {
        let locations: Vec<f64> =
            base.iter().skip(from).map(|session| log_location(session.costs.row(row), self.least)).collect();
        let level_on = |phone: usize| level_on_phone(&locations, &self.of[from..], phone);
        let level: Option<Vec<f64>> = self.new.iter().map(|&phone| level_on(phone)).collect();
        self.all.iter().map(|&phone| Some(level_on(phone)? - mean(level.as_ref()?))).collect()
    }
}

/// Returns the mean location (typical cost on the log scale) of the sessions that were recorded on a phone; `None` without such
/// sessions. `of` contains the phone of each session.
fn level_on_phone(locations: &[f64], of: &[usize], phone: usize) -> Option<f64> {
    let own = locations.iter().zip(of).filter(|(_, of)| **of == phone);
    let own: Vec<f64> = own.map(|(location, _)| *location).collect();
    (!own.is_empty()).then(|| mean(&own))
}

/// Returns the location of a session's costs on the log scale. `least` is the number of launches in the smallest session.
fn log_location(costs: &[f64], least: usize) -> f64 {
    let mut logs: Vec<f64> = costs.iter().map(|cost| cost.ln()).collect();
    logs.sort_unstable_by(f64::total_cmp);
    Estimator::fastest_60(least, logs.len()).locate(&logs).centre
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: usize = 9;
    /// The row whose cost rose by a tenth from session `ROSE` on.
    const RISEN: usize = 3;
    const ROSE: usize = 4;
    const PHONES: [char; 7] = ['a', 'a', 'a', 'a', 'a', 'b', 'b'];

    /// Returns the cost of a row on a phone. Phone b is 5 % slower, with small differences between rows.
    fn cost(row: usize, phone: char, has_risen: bool) -> f64 {
        let phone = if phone == 'b' { 1.05 + 0.004 * (row as f64 - 4.0) } else { 1.0 };
        1e6 * (row + 1) as f64 * phone * if has_risen && row == RISEN { 1.1 } else { 1.0 }
    }

    fn session(phone: char, has_risen: bool, day: i64) -> Session {
        let values = (0..ROWS * 10).map(|at| cost(at / 10, phone, has_risen)).collect();
        Session { costs: Costs::new(ROWS, 10, values).expect("numbers"), day }
    }

    fn sessions() -> Vec<Session> {
        PHONES.iter().zip(0..).map(|(phone, day)| session(*phone, day >= ROSE as i64, day)).collect()
    }

    fn is_near(cost: f64, expected: f64) -> bool {
        (cost / expected - 1.0).abs() < 1e-9
    }

    #[test]
    fn stored_costs_of_each_method_are_scaled_to_the_phone_of_the_new_session() {
        let mut anew = [0; ROWS];
        anew[RISEN] = ROSE;
        for phone in ['a', 'b'] {
            let mut base = sessions();
            let phones = adjust_to_phones(&mut base, &PHONES, &[phone], &anew);
            assert_eq!(phones, PhoneAdjustment { own_days: if phone == 'a' { 5 } else { 2 }, others: 1 });
            for (at, session) in base.iter().enumerate() {
                let seen = |row: usize| session.costs.row(row)[0];
                assert!((0..ROWS).all(|row| is_near(seen(row), cost(row, phone, at >= ROSE))), "{session:?}");
            }
        }
    }

    #[test]
    fn without_known_levels_all_methods_are_scaled_by_the_median_ratio_of_two_phones() {
        let mut base = sessions();
        adjust_to_phones(&mut base, &PHONES, &['a'], &[]);
        let seen = |session: usize, row: usize| base[session].costs.row(row)[0];
        assert!((0..ROWS).all(|row| is_near(seen(0, row), cost(row, 'a', false))));
        // The median row is row 5. All rows are scaled by the ratio of row 5, since the risen row 3 seems to differ most between the
        // phones.
        let factor = cost(5, 'a', true) / cost(5, 'b', true);
        assert!((0..ROWS).all(|row| is_near(seen(6, row), factor * cost(row, 'b', true))));
    }

    #[test]
    fn sessions_are_not_scaled_with_too_few_days_or_an_unknown_phone() {
        for (days, new) in [(7, 'c'), (3, 'a')] {
            let mut base = sessions().split_off(7 - days);
            let before = base.clone();
            let of = &PHONES[7 - days..];
            assert_eq!(adjust_to_phones(&mut base, of, &[new], &[0; ROWS]), PhoneAdjustment::default());
            assert_eq!(base, before);
        }
    }
}
