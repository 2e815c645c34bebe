//! Objects at a URL: listed, read, put where none exists, deleted.
//!
//! Owns the client and its runtime. It knows nothing of what objects hold.
//! Invariants: an object is whole or not there, and never changes; no message holds a credential.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use gate_baseline::{Fault, Result, StoreError, new_salt};
use gate_common::names::with_causes;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{
    BackoffConfig, Error, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, RetryConfig,
};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::cache::Cache;
use super::endpoint;
use super::http::{Connector, Refused, WithoutTls};

/// This many objects are read at once.
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
    /// What was read of a server before, and by which tag a list told each object's version.
    cache: Option<Cache>,
    /// Whether what is asked for may come from the cache.
    reads_cache: Cell<bool>,
    tags: RefCell<HashMap<String, String>>,
}

/// How it is known which version of an object a cache may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// Its name has the hash of its content.
    Named,
    /// A list told it.
    Listed,
}

/// An object as a list of objects has it.
pub(super) struct Listed {
    pub(super) path: String,
    pub(super) put_unix_ms: u64,
}

/// The name of an object below a folder, and when it was put.
pub(super) type Put = (String, u64);

/// Beside the tables, where engines do not look: an object that is being written is half there.
const STAGING: &str = ".staging";

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Objects {
    /// The objects below `s3://BUCKET/PATH`, `gs://…`, `az://…`, `file:///PATH` or a folder, with the credentials of the environment.
    pub(super) fn open(place: &str) -> Result<Objects> {
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
            "s3" | "s3a" => Arc::new(s3(&bucket_url)?),
            "gs" => Arc::new(
                GoogleCloudStorageBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(retries()?)
                    .with_http_connector(Connector("GOOGLE"))
                    .build()
                    .map_err(failed)?,
            ),
            "az" | "abfs" | "abfss" | "azure" => Arc::new(
                MicrosoftAzureBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(retries()?)
                    .with_http_connector(Connector("AZURE"))
                    .build()
                    .map_err(failed)?,
            ),
            _ => return Err(wrong("stores are folders, file://, s3://, gs:// or az://")),
        };
        let below = if below.is_empty() { String::new() } else { format!("{below}/") };
        Objects::new(store, below, None, url)
    }

    fn new(
        store: Arc<dyn ObjectStore>,
        below: String,
        staging: Option<PathBuf>,
        url: String,
    ) -> Result<Objects> {
        let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = built.map_err(|error| remote("open", &url, error.to_string()))?;
        let (reads_cache, tags) = (Cell::new(true), RefCell::default());
        Ok(Objects { store, below, url, staging, runtime, cache: None, reads_cache, tags })
    }

    /// The same with a cache; a folder is as quick as one.
    pub(super) fn with_cache(self, folder: &std::path::Path) -> Objects {
        let cache = self.staging.is_none().then(|| Cache::at(folder));
        Objects { cache, ..self }
    }

    /// Asks the server for every object from here on, and replaces what the cache has of it. False if that was so before.
    pub(super) fn stop_reading_cache(&self) -> bool {
        self.cache.is_some() && self.reads_cache.replace(false)
    }

    /// Makes the folder of a store that lies in one.
    pub(super) fn create(place: &str) -> Result<()> {
        let folder = place.strip_prefix("file://").unwrap_or(place);
        if folder.contains("://") {
            return Ok(());
        }
        std::fs::create_dir_all(folder).map_err(|error| remote("create", place, error.to_string()))
    }

    fn in_folder(folder: &str, url: String) -> Result<Objects> {
        let folder = PathBuf::from(folder);
        let failed = |error: &dyn fmt::Display| remote("open", &url, error.to_string());
        if !folder.is_dir() {
            return Err(faulty(Fault::NoFolder, "open", &url, "folder not found".to_owned()));
        }
        let store = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(&error))?;
        let staging = Some(folder.join(STAGING));
        Objects::new(Arc::new(store), String::new(), staging, url)
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// What people call an object.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}/{path}", self.url)
    }

    /// The bytes of an object; none if it is not there.
    pub(super) fn get(&self, path: &str) -> Result<Option<Bytes>> {
        let got = self.runtime.block_on(get(Arc::clone(&self.store), self.path(path)?));
        got.map_err(|error| self.error("read", path, &error))
    }

    /// The bytes of objects, in their order; several are read at once.
    pub(super) fn get_all(&self, paths: &[String], version: Version) -> Result<Vec<Option<Bytes>>> {
        let tag = |path: &str| match version {
            Version::Named => Some(String::new()),
            Version::Listed => self.tags.borrow().get(path).cloned(),
        };
        let cache = self.cache.as_ref().filter(|_| self.reads_cache.get());
        let kept = |path: &String| cache?.get(&self.name(path), &tag(path)?);
        let mut all: Vec<Option<Bytes>> = paths.iter().map(kept).collect();
        let missing: Vec<usize> = (0..paths.len()).filter(|at| all[*at].is_none()).collect();
        let asked: Vec<String> = missing.iter().map(|at| paths[*at].clone()).collect();
        for (at, bytes) in missing.into_iter().zip(self.all(&asked, get)?) {
            if let (Some(cache), Some(bytes), Some(tag)) = (&self.cache, &bytes, tag(&paths[at])) {
                cache.put(&self.name(&paths[at]), &tag, bytes);
            }
            all[at] = bytes;
        }
        Ok(all)
    }

    /// Whether objects are there, in their order.
    pub(super) fn are_there(&self, paths: &[String]) -> Result<Vec<bool>> {
        Ok(self.all(paths, head)?.into_iter().map(|found| found.is_some()).collect())
    }

    /// What is asked of objects, several at once.
    fn all<T: Send + 'static, F: Future<Output = object_store::Result<Option<T>>> + Send + 'static>(
        &self,
        paths: &[String],
        ask: impl Fn(Arc<dyn ObjectStore>, ObjectPath) -> F,
    ) -> Result<Vec<Option<T>>> {
        let mut all: Vec<Option<T>> = paths.iter().map(|_| None).collect();
        for (paths, into) in paths.chunks(AT_ONCE).zip(all.chunks_mut(AT_ONCE)) {
            let objects = paths.iter().map(|path| self.path(path)).collect::<Result<Vec<_>, _>>()?;
            let read = self.runtime.block_on(async {
                let mut tasks = JoinSet::new();
                for (at, path) in objects.into_iter().enumerate() {
                    let asked = ask(Arc::clone(&self.store), path);
                    tasks.spawn(async move { (at, asked.await) });
                }
                tasks.join_all().await
            });
            for (at, found) in read {
                into[at] = found.map_err(|error| self.error("read", &paths[at], &error))?;
            }
        }
        Ok(all)
    }

    /// Puts an object where none exists; false if there is one.
    pub(super) fn put_new(&self, path: &str, bytes: Vec<u8>) -> Result<bool> {
        let object = self.path(path)?;
        let put = async {
            if self.staging.is_none() {
                let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
                return self.store.put_opts(&object, bytes.into(), options).await.map(drop);
            }
            let bytes = Bytes::from(bytes);
            let mut tries = 0..9;
            loop {
                let staged = Objects::staged();
                self.store.put(&staged, bytes.clone().into()).await?;
                let moved = self.store.rename_if_not_exists(&staged, &object).await;
                if moved.is_err() {
                    let _ = self.store.delete(&staged).await;
                }
                // Somebody else took what is being written for left behind.
                if !matches!(moved, Err(Error::NotFound { .. })) || tries.next().is_none() {
                    return moved;
                }
            }
        };
        match self.runtime.block_on(put) {
            Ok(()) => Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(self.error("write", path, &error)),
        }
    }

    /// Where a folder's object is until it is whole: a place that no other writer has.
    fn staged() -> ObjectPath {
        ObjectPath::from_iter([STAGING, &new_salt()])
    }

    /// Deletes what writers that were stopped left half written before a time.
    pub(super) fn clear_staging(&self, before_unix_ms: u64) -> Result<usize> {
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
    pub(super) fn all_below(&self, path: &str) -> Result<Vec<Listed>> {
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
    pub(super) fn delete(&self, path: &str) -> Result<()> {
        let object = self.path(path)?;
        match self.runtime.block_on(self.store.delete(&object)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.error("delete", path, &error)),
        }
    }

    /// The folders and the objects right below a path, by their names there, in order.
    pub(super) fn list(&self, path: &str) -> Result<(Vec<String>, Vec<String>)> {
        let (folders, objects) = self.list_whole(path)?;
        Ok((folders, objects.into_iter().map(|(name, _)| name).collect()))
    }

    /// The same with the times when objects were put.
    pub(super) fn list_whole(&self, path: &str) -> Result<(Vec<String>, Vec<Put>)> {
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
        if self.cache.is_some() {
            let tag = |object: &object_store::ObjectMeta| {
                Some((format!("{path}/{}", name(&object.location)), object.e_tag.clone()?))
            };
            self.tags.borrow_mut().extend(listed.objects.iter().filter_map(tag));
        }
        folders.sort();
        objects.sort();
        Ok((folders, objects))
    }

    fn path(&self, path: &str) -> Result<ObjectPath> {
        ObjectPath::parse(format!("{}{path}", self.below))
            .map_err(|error| remote("name", &self.name(path), error.to_string()))
    }

    fn error(&self, action: &'static str, path: &str, error: &Error) -> StoreError {
        of_error(action, &self.name(path), error)
    }
}

async fn get(store: Arc<dyn ObjectStore>, path: ObjectPath) -> object_store::Result<Option<Bytes>> {
    match store.get(&path).await {
        Ok(found) => found.bytes().await.map(Some),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn head(store: Arc<dyn ObjectStore>, path: ObjectPath) -> object_store::Result<Option<()>> {
    match store.head(&path).await {
        Ok(_) => Ok(Some(())),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
impl Objects {
    /// Objects in memory with a cache, as those of a server have.
    pub(super) fn in_memory(cache: &std::path::Path) -> Result<Objects> {
        let store = Arc::new(object_store::memory::InMemory::new());
        Ok(Objects::new(store, String::new(), None, "memory://tests".to_owned())?.with_cache(cache))
    }

    /// Replaces an object, as anyone with write access can.
    pub(super) fn overwrite(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        let put = self.runtime.block_on(self.store.put(&self.path(path)?, bytes.into()));
        put.map(drop).map_err(|error| self.error("write", path, &error))
    }
}

fn s3(url: &str) -> Result<object_store::aws::AmazonS3> {
    let mut builder = AmazonS3Builder::from_env().with_url(url);
    let variables = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
    let set = variables.iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
    if let Some((name, address)) = set {
        endpoint::read(&address).map_err(|reason| {
            faulty(Fault::Endpoint, "open", url, format!("{name} is {address:?}: {reason}"))
        })?;
        builder = builder.with_endpoint(address);
    }
    let built = builder.with_retry(retries()?).with_http_connector(Connector("AWS")).build();
    built.map_err(|error| of_error("open", url, &error))
}

/// For so long a request is sent again, unless the environment says another time.
const RETRIED: Duration = Duration::from_secs(180);
const RETRY: &str = "LAUNCHGATE_RETRY";

fn retries() -> Result<RetryConfig> {
    let retry_timeout = match std::env::var(RETRY) {
        Ok(value) => humantime::parse_duration(&value).map_err(|error| {
            let reason =
                format!("the environment sets {RETRY} to {value:?}, which is no time such as 30s: {error}");
            remote("open", "the store", reason)
        })?,
        Err(_) => RETRIED,
    };
    let (init_backoff, max_backoff) = (Duration::from_millis(100), Duration::from_secs(5));
    // The time alone ends them.
    Ok(RetryConfig {
        backoff: BackoffConfig { init_backoff, max_backoff, base: 2.0 },
        max_retries: usize::MAX,
        retry_timeout,
    })
}

pub(super) fn remote(action: &'static str, place: &str, reason: String) -> StoreError {
    faulty(Fault::Service, action, place, reason)
}

pub(super) fn faulty(fault: Fault, action: &'static str, place: &str, reason: String) -> StoreError {
    StoreError::Remote { action, place: place.to_owned(), reason: without_secrets(&reason), fault }
}

/// Whether an object is not what was put there.
pub(super) fn is_damage(error: &StoreError) -> bool {
    matches!(error, StoreError::Remote { fault: Fault::Damaged, .. } | StoreError::Misplaced { .. })
}

fn of_error(action: &'static str, place: &str, error: &Error) -> StoreError {
    let causes = || std::iter::successors(Some(error as &dyn std::error::Error), |one| one.source());
    if let Some(refused) = causes().find_map(|one| one.downcast_ref::<Refused>()) {
        let lacks = if refused.is_permission() { needs(action, place) } else { "" };
        let fault = match (&refused.region, lacks) {
            (Some(_), _) => Fault::Region,
            (None, "") => Fault::Service,
            (None, _) => Fault::Permission,
        };
        let needed = if lacks.is_empty() { String::new() } else { format!("; this needs {lacks}") };
        return faulty(fault, action, place, format!("{refused}{needed}"));
    }
    let fault = if causes().any(|one| one.is::<WithoutTls>()) { Fault::Plain } else { Fault::Service };
    faulty(fault, action, place, with_causes(error))
}

/// The permission that an action needs, as the cloud calls it. An object that is not there is told only to whom may list.
fn needs(action: &str, place: &str) -> &'static str {
    let cloud = place.split(':').next().unwrap_or_default();
    match (cloud, action) {
        ("s3" | "s3a", "read") => "s3:GetObject, and s3:ListBucket of the bucket",
        ("s3" | "s3a", "list") => "s3:ListBucket",
        ("s3" | "s3a", "write") => "s3:PutObject",
        ("s3" | "s3a", "delete") => "s3:DeleteObject",
        ("gs", "read") => "storage.objects.get and storage.objects.list",
        ("gs", "list") => "storage.objects.list",
        ("gs", "write") => "storage.objects.create",
        ("gs", "delete") => "storage.objects.delete",
        (_, "read" | "list") => "the role Storage Blob Data Reader",
        (_, "write" | "delete") => "the role Storage Blob Data Contributor",
        _ => "",
    }
}

/// Names of variables of the environment whose values are secret.
const SECRET: [&str; 6] = ["SECRET", "TOKEN", "_KEY", "PASSWORD", "SAS", "CREDENTIAL"];

/// A text without the values of the environment's secrets, wherever they came from.
fn without_secrets(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, value) in std::env::vars() {
        if value.len() >= 8 && SECRET.iter().any(|part| name.to_ascii_uppercase().contains(part)) {
            text = text.replace(&value, "(hidden)");
        }
    }
    text
}
