//! Objects at a URL: listed, read, put if there is none, deleted.
//!
//! Owns the client and its runtime. It knows nothing of what objects hold.
//! Invariants: an object is whole or not there, and never changes; no message holds a credential.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{
    BackoffConfig, Error, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, RetryConfig,
};
use prost::bytes::Bytes;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::http::{Connector, WithoutTls};
use crate::baseline::{Fault, StoreError};

/// So many objects are read at once.
const AT_ONCE: usize = 16;

/// The objects below a URL.
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// Before every path.
    below: String,
    url: String,
    /// Of a store in a folder: where its objects are written before they are there.
    staging: Option<PathBuf>,
    runtime: Runtime,
}

/// An object as a list of objects has it.
pub(super) struct Listed {
    pub(super) path: String,
    pub(super) put_unix_ms: u64,
}

/// The name of an object below a folder, and when it was put.
type Put = (String, u64);

/// Beside the tables, where engines do not look: an object that is being written is half there.
const STAGING: &str = ".staging";

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Objects {
    /// The objects below `s3://BUCKET/PATH`, `gs://…`, `az://…`, `file:///PATH` or a folder, with the credentials of the environment.
    pub(super) fn open(place: &str) -> Result<Objects, StoreError> {
        let url = place.trim_end_matches('/').to_owned();
        let wrong = |reason: &str| remote("open", &url, reason.to_owned());
        let (scheme, rest) = match url.split_once("://") {
            Some((scheme, rest)) => (scheme, rest),
            None => ("file", &*url),
        };
        if scheme != "file" && rest.split('/').next().unwrap_or_default().contains('@') {
            let reason = "a URL holds no credentials".to_owned();
            return Err(faulty(Fault::Credentials, "open", "the store", reason));
        }
        let (bucket, below) = rest.split_once('/').unwrap_or((rest, ""));
        if scheme != "file" && bucket.is_empty() {
            return Err(faulty(Fault::NoBucket, "open", &url, "it names no bucket".to_owned()));
        }
        let failed = |error: Error| of_error("open", &url, &error);
        let bucket_url = format!("{scheme}://{bucket}");
        let store: Arc<dyn ObjectStore> = match scheme {
            "file" => return Objects::in_folder(rest, url.clone()),
            "s3" | "s3a" => Arc::new(s3(&bucket_url).map_err(failed)?),
            "gs" => Arc::new(
                GoogleCloudStorageBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(retries())
                    .with_http_connector(Connector("GOOGLE"))
                    .build()
                    .map_err(failed)?,
            ),
            "az" | "abfs" | "abfss" | "azure" => Arc::new(
                MicrosoftAzureBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(retries())
                    .with_http_connector(Connector("AZURE"))
                    .build()
                    .map_err(failed)?,
            ),
            _ => return Err(wrong("stores are folders, file://, s3://, gs:// or az://")),
        };
        let below = if below.is_empty() { String::new() } else { format!("{below}/") };
        Ok(Objects { store, below, staging: None, runtime: runtime(&url)?, url })
    }

    /// Makes the folder of a store that lies in one.
    pub(super) fn create(place: &str) -> Result<(), StoreError> {
        let folder = place.strip_prefix("file://").unwrap_or(place);
        if folder.contains("://") {
            return Ok(());
        }
        std::fs::create_dir_all(folder).map_err(|error| remote("create", place, error.to_string()))
    }

    fn in_folder(folder: &str, url: String) -> Result<Objects, StoreError> {
        let folder = PathBuf::from(folder);
        let failed = |error: &dyn fmt::Display| remote("open", &url, error.to_string());
        if !folder.is_dir() {
            return Err(faulty(Fault::NoFolder, "open", &url, "folder not found".to_owned()));
        }
        let store = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(&error))?;
        let staging = Some(folder.join(STAGING));
        Ok(Objects { store: Arc::new(store), below: String::new(), staging, runtime: runtime(&url)?, url })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// What people call an object.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}/{path}", self.url)
    }

    /// The bytes of an object; none if it is not there.
    pub(super) fn get(&self, path: &str) -> Result<Option<Bytes>, StoreError> {
        self.runtime
            .block_on(get(&self.store, &self.path(path)?))
            .map_err(|error| self.error("read", path, &error))
    }

    /// The bytes of objects, in their order; several are read at once.
    pub(super) fn get_all(&self, paths: &[String]) -> Result<Vec<Option<Bytes>>, StoreError> {
        let mut all = vec![None; paths.len()];
        for (paths, into) in paths.chunks(AT_ONCE).zip(all.chunks_mut(AT_ONCE)) {
            let objects = paths.iter().map(|path| self.path(path)).collect::<Result<Vec<_>, _>>()?;
            let read = self.runtime.block_on(async {
                let mut tasks = JoinSet::new();
                for (at, path) in objects.into_iter().enumerate() {
                    let store = Arc::clone(&self.store);
                    tasks.spawn(async move { (at, get(&store, &path).await) });
                }
                tasks.join_all().await
            });
            for (at, bytes) in read {
                into[at] = bytes.map_err(|error| self.error("read", &paths[at], &error))?;
            }
        }
        Ok(all)
    }

    /// Puts an object where there is none; false if there is one.
    pub(super) fn put_new(&self, path: &str, bytes: Vec<u8>) -> Result<bool, StoreError> {
        let object = self.path(path)?;
        let put = async {
            if self.staging.is_none() {
                let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
                return self.store.put_opts(&object, bytes.into(), options).await.map(drop);
            }
            let staged = self.staged(path);
            self.store.put(&staged, bytes.into()).await?;
            let moved = self.store.rename_if_not_exists(&staged, &object).await;
            if moved.is_err() {
                let _ = self.store.delete(&staged).await;
            }
            moved
        };
        match self.runtime.block_on(put) {
            Ok(()) => Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(self.error("write", path, &error)),
        }
    }

    /// Where a folder's object is until it is whole: a place that no other writer has.
    fn staged(&self, path: &str) -> ObjectPath {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = path.rsplit('/').next().unwrap_or_default();
        let (process, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        ObjectPath::from_iter([STAGING, &format!("{process}-{next}-{name}")])
    }

    /// Deletes what writers that were stopped left half written before a time.
    pub(super) fn clear_staging(&self, before_unix_ms: u64) -> Result<usize, StoreError> {
        let Some(staging) = &self.staging else { return Ok(0) };
        let failed =
            |error: std::io::Error| remote("clear", &staging.display().to_string(), error.to_string());
        let mut gone = 0;
        for file in std::fs::read_dir(staging).into_iter().flatten() {
            let file = file.map_err(failed)?;
            let changed = file.metadata().and_then(|about| about.modified()).map_err(failed)?;
            let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
            if changed < u128::from(before_unix_ms) {
                std::fs::remove_file(file.path()).map_err(failed)?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    /// All objects below a path.
    pub(super) fn all_below(&self, path: &str) -> Result<Vec<Listed>, StoreError> {
        let (mut folders, mut all) = (vec![path.to_owned()], Vec::new());
        while let Some(folder) = folders.pop() {
            let (below, objects) = self.list_whole(&folder)?;
            folders.extend(below.into_iter().map(|name| format!("{folder}/{name}")));
            all.extend(
                objects
                    .into_iter()
                    .map(|(name, put_unix_ms)| Listed { path: format!("{folder}/{name}"), put_unix_ms }),
            );
        }
        Ok(all)
    }

    /// Deletes an object; one that is gone is no error.
    pub(super) fn delete(&self, path: &str) -> Result<(), StoreError> {
        let object = self.path(path)?;
        match self.runtime.block_on(self.store.delete(&object)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.error("delete", path, &error)),
        }
    }

    /// The folders and the objects right below a path, by their names there, in order.
    pub(super) fn list(&self, path: &str) -> Result<(Vec<String>, Vec<String>), StoreError> {
        let (folders, objects) = self.list_whole(path)?;
        Ok((folders, objects.into_iter().map(|(name, _)| name).collect()))
    }

    /// The same with the times when objects were put.
    fn list_whole(&self, path: &str) -> Result<(Vec<String>, Vec<Put>), StoreError> {
        let below = self.path(path)?;
        let listed = self.runtime.block_on(self.store.list_with_delimiter(Some(&below)));
        let listed = listed.map_err(|error| self.error("list", path, &error))?;
        let name = |path: &ObjectPath| {
            path.as_ref().trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
        };
        let mut folders: Vec<String> = listed.common_prefixes.iter().map(name).collect();
        let put = |at: i64| u64::try_from(at).unwrap_or(0);
        let mut objects: Vec<Put> = listed
            .objects
            .iter()
            .map(|object| (name(&object.location), put(object.last_modified.timestamp_millis())))
            .collect();
        folders.sort();
        objects.sort();
        Ok((folders, objects))
    }

    fn path(&self, path: &str) -> Result<ObjectPath, StoreError> {
        ObjectPath::parse(format!("{}{path}", self.below))
            .map_err(|error| remote("name", &self.name(path), error.to_string()))
    }

    fn error(&self, action: &'static str, path: &str, error: &Error) -> StoreError {
        of_error(action, &self.name(path), error)
    }
}

async fn get(store: &Arc<dyn ObjectStore>, path: &ObjectPath) -> object_store::Result<Option<Bytes>> {
    match store.get(path).await {
        Ok(found) => found.bytes().await.map(Some),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn s3(url: &str) -> object_store::Result<object_store::aws::AmazonS3> {
    let mut builder = AmazonS3Builder::from_env().with_url(url);
    // A server of tests on this machine needs no TLS.
    let endpoint = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
    let endpoint = endpoint.iter().find_map(|name| std::env::var(name).ok()).unwrap_or_default();
    let local = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];
    if local.iter().any(|start| endpoint.starts_with(start)) {
        builder = builder.with_allow_http(true);
    }
    builder.with_retry(retries()).with_http_connector(Connector("AWS")).build()
}

fn retries() -> RetryConfig {
    RetryConfig {
        backoff: BackoffConfig {
            init_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(5),
            base: 2.0,
        },
        max_retries: 8,
        retry_timeout: Duration::from_secs(180),
    }
}

fn runtime(url: &str) -> Result<Runtime, StoreError> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| remote("open", url, error.to_string()))
}

pub(super) fn remote(action: &'static str, place: &str, reason: String) -> StoreError {
    faulty(Fault::Service, action, place, reason)
}

pub(super) fn faulty(fault: Fault, action: &'static str, place: &str, reason: String) -> StoreError {
    StoreError::Remote { action, place: place.to_owned(), reason: without_secrets(&reason), fault }
}

fn of_error(action: &'static str, place: &str, error: &Error) -> StoreError {
    let mut causes = std::iter::successors(Some(error as &dyn std::error::Error), |one| one.source());
    let fault = if causes.any(|one| one.is::<WithoutTls>()) { Fault::Plain } else { Fault::Service };
    faulty(fault, action, place, reason_of(error))
}

/// What an error and all that caused it say, each once.
fn reason_of(error: &Error) -> String {
    let mut text = String::new();
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(one) = cause {
        let said = one.to_string();
        if !text.contains(&said) {
            text = if text.is_empty() { said } else { format!("{text}: {said}") };
        }
        cause = one.source();
    }
    text
}

/// Names of variables of the environment whose values nobody else may see.
const SECRET: [&str; 6] = ["SECRET", "TOKEN", "_KEY", "PASSWORD", "SAS", "CREDENTIAL"];

/// A text without the values of the environment's secrets, whoever put them there.
fn without_secrets(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, value) in std::env::vars() {
        if value.len() >= 8 && SECRET.iter().any(|part| name.to_ascii_uppercase().contains(part)) {
            text = text.replace(&value, "(hidden)");
        }
    }
    text
}
