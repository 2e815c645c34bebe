//! Transfers files by AFC, packet by packet.
//!
//! The client's own file handle panics or prints a message if it is dropped while it is open, which happens after each deadline and each
//! broken connection. The driver therefore reads and writes a file by the number that AFC assigned when the file was opened.

use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use idevice::IdeviceError;
use idevice::afc::AfcClient;
use idevice::afc::errors::AfcError;
use idevice::afc::opcode::{AfcFopenMode, AfcOpcode};

use super::super::{Failure, FailureKind, Result};
use super::errors::to_failure;

/// The number of bytes in one packet.
const CHUNK: usize = 1 << 20;

async fn open(afc: &mut AfcClient, path: &str, mode: AfcFopenMode) -> Result<Vec<u8>, IdeviceError> {
    let request = [&(mode as u64).to_le_bytes()[..], path.as_bytes()].concat();
    let answer = afc.send_op(AfcOpcode::FileOpen, request, Vec::new()).await?;
    let number = answer.header_payload.get(..8);
    number
        .map(<[u8]>::to_vec)
        .ok_or_else(|| IdeviceError::UnexpectedResponse("the response has no file handle".into()))
}

async fn close(afc: &mut AfcClient, number: Vec<u8>) -> Result<(), IdeviceError> {
    afc.send_op(AfcOpcode::FileClose, number, Vec::new()).await.map(|_| ())
}

/// Reads at most a little more than `size` bytes of a file, because an app may still be writing to the file.
pub(super) async fn read(afc: &mut AfcClient, path: &str, size: usize) -> Result<Vec<u8>, IdeviceError> {
    let number = open(afc, path, AfcFopenMode::RdOnly).await?;
    let mut bytes = Vec::new();
    loop {
        let request = [&number[..], &(CHUNK as u64).to_le_bytes()].concat();
        let part = afc.send_op(AfcOpcode::Read, request, Vec::new()).await?.payload;
        if part.is_empty() || bytes.len() > size {
            break;
        }
        bytes.extend(part);
    }
    close(afc, number).await?;
    Ok(bytes)
}

/// Waits for an answer of the device for at most `silence`.
pub(super) async fn timely<T>(
    doing: &str,
    silence: Duration,
    work: impl Future<Output = Result<T, IdeviceError>>,
) -> Result<T> {
    let late = |_| Failure::new(FailureKind::Timeout, format!("{doing}: no answer for {silence:?}"));
    tokio::time::timeout(silence, work).await.map_err(late)?.map_err(|error| to_failure(doing, &error))
}

/// Writes a file of this machine to `path`.
pub(super) async fn write(afc: &mut AfcClient, from: &Path, path: &str, silence: Duration) -> Result<()> {
    let doing = format!("writing {path}");
    let local = |error: std::io::Error| Failure::from_local_file(from, error);
    let mut file = std::fs::File::open(from).map_err(local)?;
    let number = timely(&doing, silence, open(afc, path, AfcFopenMode::WrOnly)).await?;
    loop {
        let mut part = Vec::new();
        file.by_ref().take(CHUNK as u64).read_to_end(&mut part).map_err(local)?;
        if part.is_empty() {
            break;
        }
        timely(&doing, silence, afc.send_op(AfcOpcode::Write, number.clone(), part)).await?;
    }
    timely(&doing, silence, close(afc, number)).await
}

/// Creates a folder if it does not exist.
pub(super) async fn make_folder(afc: &mut AfcClient, path: &str) -> Result<(), IdeviceError> {
    match afc.mk_dir(path).await {
        Ok(()) | Err(IdeviceError::Afc(AfcError::ObjectExists)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a file, or a folder with its content.
pub(super) async fn upload(afc: &mut AfcClient, from: &Path, to: &str, silence: Duration) -> Result<()> {
    let mut left = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = left.pop() {
        let local = |error: std::io::Error| Failure::from_local_file(&from, error);
        if !std::fs::metadata(&from).map_err(local)?.is_dir() {
            write(afc, &from, &to, silence).await?;
            continue;
        }
        timely(&format!("making {to}"), silence, make_folder(afc, &to)).await?;
        for entry in std::fs::read_dir(&from).map_err(local)? {
            let entry = entry.map_err(local)?;
            left.push((entry.path(), format!("{to}/{}", entry.file_name().to_string_lossy())));
        }
    }
    Ok(())
}
