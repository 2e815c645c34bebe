//! Package.resolved: are there packages from elsewhere?

/// How many packages the text of a Package.resolved pins, in any of its versions.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let parsed: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    // Version 1 had them one level deeper.
    let pins = parsed["pins"].as_array().or_else(|| parsed["object"]["pins"].as_array());
    Ok(pins.map_or(0, Vec::len))
}
