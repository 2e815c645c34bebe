//! Implements the services of iOS 17 and later, which are reached through a tunnel: the list of
//! services, RemoteXPC, and CoreDevice's features.

mod directory;
mod features;
mod http2;
mod tunnel;
mod xpc;

pub(super) use tunnel::serve;
