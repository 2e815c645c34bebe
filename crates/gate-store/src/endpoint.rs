//! Parses a server's address from the environment strictly, so that no two parsers read different hosts from the same address.
//!
//! Invariant: without TLS, only a loopback address and the cloud's metadata service for the role of a machine are contacted.

use std::net::{IpAddr, Ipv6Addr};

/// Checks an address `http://HOST[:PORT][/PATH]` or `https://…`; returns the reason if the address is invalid.
pub(super) fn read(text: &str) -> Result<(), &'static str> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let rest = rest.ok_or("it does not begin with http:// or https://")?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    if authority.contains('@') {
        return Err("an address holds no credentials");
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    if !path.bytes().all(is_plain) {
        return Err("its path has characters that no path of a server needs");
    }
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest
            .split_once(']')
            .map(|(host, rest)| (host, rest.strip_prefix(':')))
            .filter(|(host, _)| host.parse::<Ipv6Addr>().is_ok())
            .ok_or("its host is no IPv6 address")?,
        None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if host.is_empty() || !(authority.starts_with('[') || host.bytes().all(is_name)) {
        return Err("its host is not a name or an IP address");
    }
    let has_end = authority.starts_with('[') && port.is_none() && !authority.ends_with(']');
    if has_end || port.is_some_and(|port| port.parse::<u16>().is_err()) {
        return Err("its port is not a number up to 65535");
    }
    Ok(())
}

/// Returns whether the host of a URL is this machine, by name or by number.
pub(super) fn is_loopback(host: &str) -> bool {
    host == "localhost" || parse_ip(host).is_some_and(|ip| ip.is_loopback())
}

/// Returns whether a host is the metadata service of a cloud, which has no TLS and is reachable only from the machine itself.
pub(super) fn is_of_roles(host: &str) -> bool {
    host == "metadata.google.internal"
        || parse_ip(host).is_some_and(|ip| match ip {
            IpAddr::V4(ip) => ip.is_link_local(),
            IpAddr::V6(ip) => ip.segments()[..2] == [0xfd00, 0xec2],
        })
}

fn parse_ip(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_recognised_as_local() {
        for (text, here) in [
            ("http://127.0.0.1:9000", true),
            ("http://localhost:9000/", true),
            ("http://[::1]:9000", true),
            ("http://127.1.2.3", true),
            ("https://localhost", true),
            ("http://10.0.0.1:9000", false),
            ("http://localhost.evil.example:9000", false),
            ("http://127.0.0.1.evil.example", false),
            ("https://s3.eu-west-1.amazonaws.com", false),
            ("https://account.r2.cloudflarestorage.com/path", false),
            ("http://[fe80::1]:80", false),
        ] {
            assert_eq!(read(text), Ok(()), "{text}");
            let uri: ureq::http::Uri = text.parse().expect(text);
            assert_eq!(is_loopback(uri.host().expect(text)), here, "{text}");
        }
    }

    #[test]
    fn ambiguous_addresses_of_a_service_are_refused() {
        for text in [
            "localhost:9000",
            "http://localhost:90000",
            "http://localhost:9000x",
            "https://",
            "http:// ",
            " ",
            "",
            "http://127.0.0.1:22000@evil.example",
            "http://user:word@127.0.0.1",
            "http://127.0.0.1:80\\@evil.example",
            "http://127.0.0.1#@evil.example",
            "http://127.0.0.1?@evil.example",
            "http://[::1",
            "http://[::1]x:80",
            "http://[evil.example]:80",
            "http://127.0.0.1:",
            "http://127.0.0.1:80:80",
            "ftp://localhost",
            "http://127.0.0.1\t",
            "http://127.0.0.1/a?b",
            "http:///path",
            "HTTP://127.0.0.1",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
