//! Reads Package.resolved to find out whether the project has remote packages.

/// Returns the number of packages that a Package.resolved pins, in any version of its format.
pub(crate) fn count_pinned_packages(text: &str) -> Result<usize, String> {
    let parsed: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    // In version 1 of the format, the pins are nested one level deeper.
    let pins = parsed["pins"].as_array().or_else(|| parsed["object"]["pins"].as_array());
    Ok(pins.map_or(0, Vec::len))
}
