//! Filters messages of Instruments that the client cannot process.
//!
//! The client ends the connection when it receives a message of an unknown kind, and it uses a repeated message as the answer to its next
//! request. Phones send unknown messages as well as repeated messages. Invariant: messages that pass the filter are unchanged, complete,
//! and in their order.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use idevice::ReadWrite;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The number of bytes of a fragment's header: magic, the header's length, number and count of fragments, length, identifier,
/// conversation, channel.
const HEADER: usize = 32;
const MAGIC: u32 = 0x1f3d_5b79;
/// The largest length of a message. A larger value is damage, and the client would wait for the bytes forever.
const LARGEST: usize = 64 << 20;
/// The kinds of messages that the client knows: empty, a call, a value, an error.
const KINDS: [u8; 4] = [0, 2, 3, 4];
/// The number of earlier messages that are stored to recognise repeated messages.
const REMEMBERED: usize = 1024;

/// A connection to Instruments, with the filter.
#[derive(Debug)]
pub(super) struct FilteredConnection {
    socket: Box<dyn ReadWrite>,
    sieve: MessageFilter,
    is_damaged: Arc<AtomicBool>,
}

impl FilteredConnection {
    /// Creates the filter of a connection. Damaged bytes set the flag `is_damaged`, because the client only reports that the connection
    /// ended.
    pub(super) fn new(socket: Box<dyn ReadWrite>, is_damaged: Arc<AtomicBool>) -> FilteredConnection {
        FilteredConnection { socket, sieve: MessageFilter::default(), is_damaged }
    }
}

/// Converts received bytes to complete messages.
#[derive(Debug, Default)]
struct MessageFilter {
    /// The received bytes of an incomplete message.
    come: Vec<u8>,
    /// The bytes for the client. The next field is the number of these bytes that the client has read.
    passing: Vec<u8>,
    passed: usize,
    /// The identifier, conversation and channel of the last messages.
    known: VecDeque<[u8; 12]>,
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn read_u16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

impl MessageFilter {
    /// Returns the length of the first received message, and the position of its payload; `None` if the message is incomplete.
    fn find_complete_message(&self) -> io::Result<Option<(usize, usize)>> {
        let (mut at, mut payload) = (0, None);
        loop {
            let Some(header) = self.come.get(at..at + HEADER) else { return Ok(None) };
            let (number, count, length) =
                (read_u16(header, 8), read_u16(header, 10), read_u32(header, 12) as usize);
            if read_u32(header, 0) != MAGIC || length > LARGEST || at > LARGEST {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "not an Instruments message"));
            }
            at += HEADER;
            // The first of several fragments consists of a header only.
            if count <= 1 || number > 0 {
                payload = payload.or(Some(at));
                at += length;
            }
            if self.come.len() < at {
                return Ok(None);
            }
            if number + 1 >= count {
                return Ok(Some((at, payload.unwrap_or(at))));
            }
        }
    }

    /// Passes on every complete message that the client can process.
    fn filter_messages(&mut self) -> io::Result<()> {
        while let Some((length, payload)) = self.find_complete_message()? {
            let message: Vec<u8> = self.come.drain(..length).collect();
            let mut name = [0; 12];
            name.copy_from_slice(&message[16..28]);
            let is_known_kind = message.get(payload).is_some_and(|kind| KINDS.contains(kind));
            if !is_known_kind || self.known.contains(&name) {
                continue;
            }
            if self.known.len() == REMEMBERED {
                self.known.pop_front();
            }
            self.known.push_back(name);
            self.passing.extend(message);
        }
        Ok(())
    }
}

impl AsyncRead for FilteredConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            let left = &this.sieve.passing[this.sieve.passed..];
            if !left.is_empty() {
                let count = left.len().min(into.remaining());
                into.put_slice(&left[..count]);
                this.sieve.passed += count;
                return Poll::Ready(Ok(()));
            }
            this.sieve.passing.clear();
            this.sieve.passed = 0;
            let mut buffer = [0; 16 << 10];
            let mut chunk = ReadBuf::new(&mut buffer);
            ready!(Pin::new(&mut *this.socket).poll_read(context, &mut chunk))?;
            if chunk.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.sieve.come.extend(chunk.filled());
            let sifted = this.sieve.filter_messages();
            this.is_damaged.store(sifted.is_err(), Ordering::Relaxed);
            sifted?;
        }
    }
}

impl AsyncWrite for FilteredConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.socket).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a message in one fragment, or divided into `fragments` fragments.
    fn message(id: u32, conversation: u32, kind: u8, text: &[u8], fragments: u16) -> Vec<u8> {
        let mut payload = vec![kind; 1];
        payload.resize(16, 0);
        payload.extend(text);
        let header = |number: u16, length: usize| {
            let mut header = MAGIC.to_le_bytes().to_vec();
            header.extend(32_u32.to_le_bytes());
            header.extend([number.to_le_bytes(), fragments.to_le_bytes()].concat());
            for word in [length as u32, id, conversation, 1, 0] {
                header.extend(word.to_le_bytes());
            }
            header
        };
        if fragments == 1 {
            return [header(0, payload.len()), payload].concat();
        }
        let mut bytes = header(0, payload.len());
        let size = payload.len().div_ceil(usize::from(fragments) - 1);
        for (number, part) in (1..).zip(payload.chunks(size)) {
            bytes.extend(header(number, part.len()));
            bytes.extend(part);
        }
        bytes
    }

    fn sifted(bytes: &[u8], step: usize) -> io::Result<Vec<u8>> {
        let mut sieve = MessageFilter::default();
        for chunk in bytes.chunks(step) {
            sieve.come.extend(chunk);
            sieve.filter_messages()?;
        }
        Ok(sieve.passing)
    }

    #[test]
    fn dtx_messages_that_the_client_cannot_process_are_skipped() {
        let (call, answer) = (message(1, 0, 2, b"hello", 1), message(1, 1, 3, b"value", 1));
        let long = message(2, 1, 3, &[7; 300], 4);
        let unknown = message(3, 0, 9, b"not an archive", 1);
        let packed = message(4, 0, 7, &[1; 50], 3);
        let all = [&call, &call, &unknown, &answer, &packed, &answer, &long, &long, &call]
            .map(Vec::as_slice)
            .concat();
        let expected = [&call, &answer, &long].map(Vec::as_slice).concat();
        for step in [1, 7, 64, all.len()] {
            assert_eq!(sifted(&all, step).expect("messages"), expected, "in chunks of {step}");
        }
    }

    #[test]
    fn a_damaged_dtx_message_ends_the_connection_at_once() {
        let mut huge = message(1, 0, 2, b"", 1);
        huge[12..16].copy_from_slice(&0xffff_fff0_u32.to_le_bytes());
        for bytes in [huge, vec![b'x'; 64]] {
            assert_eq!(sifted(&bytes, 8).expect_err("damage").kind(), io::ErrorKind::InvalidData);
        }
    }
}
