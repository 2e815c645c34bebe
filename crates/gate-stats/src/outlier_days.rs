//! Finds unusual stored days, on which all rows were slower or faster than on the other days, and excludes these days from the comparison.
//!
//! If one of six days is unusual, it increases the variance between days so much that no growth is significant. The level of a day is the
//! median over the rows' locations on that day. If two unusual days agree, they show a new level of the app and are not excluded. Among two
//! or three days, the day that differs most is found but not excluded, since two days do not show which level is usual.

use super::basic::{mad, mean, median};
use super::locations::SessionLocations;
use super::tuned::{DAYS_AGREE, DAYS_FOR_OUTLIERS, DIFFERENT_DAY, LEAST_DAY_SD, OUTLIER_DAY};
use super::{Error, Limit, StoredDesign};

/// A stored day whose level differs from that of the other days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlierDay {
    /// The number of the day, as in the field `day` of the sessions.
    pub day: i64,
    /// The cost of the median row on the day, divided by the row's cost on the other days.
    pub ratio: f64,
    /// Whether the other days are enough to exclude the day.
    pub is_excluded: bool,
}

/// Returns the unusual days among the sessions from index `from` on. The newest day is not unusual if the new session is as slow or as
/// fast.
pub fn find_outlier_days(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    from: usize,
) -> Result<Vec<OutlierDay>, Error> {
    let base = &design.base[from.min(design.base.len())..];
    let mut numbers: Vec<i64> = base.iter().map(|session| session.day).collect();
    numbers.dedup();
    if numbers.len() < 2 {
        return Ok(Vec::new());
    }
    let centres = SessionLocations::new(&StoredDesign { base, anew: &[], ..*design }, limits)?;
    let rows: Vec<usize> = (0..centres.rows).filter(|&row| !centres.scales[row].is_always_zero()).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    // For each row, the distance of each day's location from the median of these locations, followed by the distance of the new session.
    let by_row: Vec<Vec<f64>> = rows
        .iter()
        .map(|&row| {
            let days: Vec<f64> =
                centres.by_day(centres.stored_locations(row), 0).into_iter().map(|(_, at)| at).collect();
            let middle = median(&days);
            days.iter().chain([&centres.head_location(row)]).map(|at| at - middle).collect()
        })
        .collect();
    let common = |at: usize| median(&by_row.iter().map(|row| row[at]).collect::<Vec<f64>>());
    let levels: Vec<f64> = (0..numbers.len()).map(common).collect();
    if numbers.len() < DAYS_FOR_OUTLIERS {
        return Ok(different_day(&numbers, &levels).into_iter().collect());
    }
    let head = common(numbers.len());
    let spread = mad(&levels).max(LEAST_DAY_SD / 2.0);
    let middle = median(&levels);
    // Two days that are far from the remaining days agree if their difference is a small part of their distance from the remaining days.
    let is_near =
        |a: f64, b: f64| (a - b).abs() <= (DAYS_AGREE.0 * spread).max(DAYS_AGREE.1 * (b - middle).abs());
    let mut found = Vec::new();
    for (day, &level) in levels.iter().enumerate() {
        let apart = (level - middle).abs();
        let is_far = apart > OUTLIER_DAY.0 * spread && apart >= OUTLIER_DAY.1;
        let is_alone = !(0..levels.len()).any(|other| other != day && is_near(levels[other], level));
        let is_newest = day + 1 == levels.len();
        if is_far && is_alone && !(is_newest && is_near(head, level)) {
            found.push(OutlierDay { day: numbers[day], ratio: (level - middle).exp(), is_excluded: true });
        }
    }
    Ok(found)
}

/// Returns the day among few days whose level differs most from that of the other days, if the other days agree. If there are two
/// days, the slower day is returned.
fn different_day(numbers: &[i64], levels: &[f64]) -> Option<OutlierDay> {
    let distances = levels.iter().enumerate().map(|(day, level)| {
        let others: Vec<f64> = (0..levels.len()).filter(|&other| other != day).map(|at| levels[at]).collect();
        let spread = others.iter().fold(0.0, |most: f64, other| most.max((other - others[0]).abs()));
        (day, level - mean(&others), spread)
    });
    let far = distances
        .filter(|(_, apart, spread)| apart.abs() >= DIFFERENT_DAY && *spread <= DAYS_AGREE.1 * apart.abs());
    let (day, apart, _) = far.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(OutlierDay { day: numbers[day], ratio: apart.exp(), is_excluded: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Costs, Random, Session};

    /// Returns the excluded days. `factors` are the factors of the days, and `new` is the factor of the new session.
    fn odd(factors: &[f64], new: f64, seed: u64) -> Vec<i64> {
        let days = unusual(factors, new, seed);
        days.iter().filter(|odd| odd.is_excluded).map(|odd| odd.day).collect()
    }

    fn unusual(factors: &[f64], new: f64, seed: u64) -> Vec<OutlierDay> {
        let mut random = Random::new(seed);
        let mut session = |factor: f64| {
            let day = factor * (1.0 + 0.004 * random.next_normal());
            let values = (0..30 * 10).map(|_| 5e6 * day * (1.0 + 0.02 * random.next_normal())).collect();
            Costs::new(30, 10, values).expect("numbers")
        };
        let base: Vec<Session> =
            factors.iter().zip(0..).map(|(factor, day)| Session { costs: session(*factor), day }).collect();
        let new = [session(new)];
        let limits = [Limit::new(0.0, 0.0); 30];
        let design = StoredDesign { base: &base, new: &new, ..StoredDesign::default() };
        find_outlier_days(&design, &limits, 0).expect("numbers")
    }

    #[test]
    fn the_day_that_differs_most_among_two_or_three_is_found_but_not_excluded() {
        for (days, day) in [
            (&[1.0, 1.25, 1.0][..], Some(1)),
            (&[0.8, 1.0, 1.0], Some(0)),
            (&[1.0, 1.12], Some(1)),
            (&[1.25, 1.0], Some(0)),
            // The three days differ from each other.
            (&[1.0, 1.15, 1.3], None),
            (&[1.0, 1.02, 1.0], None),
            (&[1.3], None),
        ] {
            let found = unusual(days, 1.0, 11);
            assert_eq!(found.first().map(|odd| odd.day), day, "{days:?}: {found:?}");
            assert!(found.iter().all(|odd| !odd.is_excluded), "{days:?}: {found:?}");
        }
    }

    #[test]
    fn one_unusual_day_among_six_is_excluded_at_every_position() {
        for place in 0..6 {
            let mut days = [1.0; 6];
            days[place] = 1.12;
            assert_eq!(odd(&days, 1.0, 7 + place as u64), [place as i64]);
            // A day on which all rows are 10 % faster is unusual too.
            days[place] = 0.9;
            assert_eq!(odd(&days, 1.0, 70 + place as u64), [place as i64]);
        }
    }

    #[test]
    fn two_unusual_days_that_agree_are_not_excluded() {
        assert_eq!(odd(&[1.0, 1.0, 1.0, 1.0, 1.12, 1.12], 1.0, 3), [0; 0]);
        // The newest day may have the new level that the new session has.
        assert_eq!(odd(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.12], 1.12, 4), [0; 0]);
        assert_eq!(odd(&[1.0, 1.0, 1.12], 1.0, 5), [0; 0]);
    }

    #[test]
    fn ordinary_days_are_rarely_excluded() {
        let found = (0..300).filter(|seed| !odd(&[1.0; 6], 1.0, 1000 + seed).is_empty()).count();
        assert!(found <= 6, "{found} of 300");
    }
}
