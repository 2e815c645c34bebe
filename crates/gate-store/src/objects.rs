//! Objects at a URL: listing, reading, conditional putting and deleting.
//!
//! `objects` contains the object-store client and its runtime, and does not interpret the contents of objects. Invariants: an object is
//! complete or does not exist, and never changes; no message contains a credential.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use gate_baseline::{RemoteFault, Result, StoreError, new_salt};
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
use super::http::{Connector, MissingTlsError, PermanentRefusal};

/// The number of objects that are read at the same time.
const AT_ONCE: usize = 16;

/// The objects below a URL.
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The prefix of every path.
    below: String,
    url: String,
    /// The folder for incomplete objects, if the store is a folder; `None` for a server.
    staging: Option<PathBuf>,
    runtime: Runtime,
    /// The cache of objects that were read from a server.
    cache: Option<Cache>,
    /// Whether reads may be answered from the cache.
    reads_cache: Cell<bool>,
    /// The tag of each listed object, which identifies the version of the object.
    tags: RefCell<HashMap<String, String>>,
}

/// The way in which a cache identifies the version of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CacheVersion {
    /// The object's name contains the hash of its content, so the object has only one version.
    Named,
    /// The list that contained the object last also contained the tag of its version.
    Listed,
}

/// An object in a list.
pub(super) struct ListedObject {
    pub(super) path: String,
    pub(super) put_unix_ms: u64,
}

/// The folder of incomplete objects, which query engines do not read, because the folder is outside of the tables.
const STAGING: &str = ".staging";

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Objects {
    /// Opens the objects below `s3://BUCKET/PATH`, `gs://…`, `az://…`, `file:///PATH` or a folder, with the credentials of the environment.
    pub(super) fn open(place: &str) -> Result<Objects> {
        let url = place.trim_end_matches('/').to_owned();
        let wrong = |reason: &str| service_error("open", &url, reason.to_owned());
        let (scheme, rest) = match url.split_once("://") {
            Some((scheme, rest)) => (scheme, rest),
            None => ("file", &*url),
        };
        if scheme != "file" && rest.split('/').next().unwrap_or_default().contains('@') {
            let reason = "a URL holds no credentials".to_owned();
            return Err(remote_error(RemoteFault::Credentials, "open", "the store", reason));
        }
        let (bucket, below) = rest.split_once('/').unwrap_or((rest, ""));
        if scheme != "file" && bucket.is_empty() {
            return Err(remote_error(RemoteFault::NoBucket, "open", &url, "it names no bucket".to_owned()));
        }
        let failed = |error: Error| of_error("open", &url, &error);
        let bucket_url = format!("{scheme}://{bucket}");
        let store: Arc<dyn ObjectStore> = match scheme {
            "file" => return Objects::in_folder(rest, url.clone()),
            "s3" | "s3a" => Arc::new(open_s3(&bucket_url)?),
            "gs" => Arc::new(
                GoogleCloudStorageBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(read_retry_config()?)
                    .with_http_connector(Connector("GOOGLE"))
                    .build()
                    .map_err(failed)?,
            ),
            "az" | "abfs" | "abfss" | "azure" => Arc::new(
                MicrosoftAzureBuilder::from_env()
                    .with_url(bucket_url)
                    .with_retry(read_retry_config()?)
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
        let runtime = built.map_err(|error| service_error("open", &url, error.to_string()))?;
        let (reads_cache, tags) = (Cell::new(true), RefCell::default());
        Ok(Objects { store, below, url, staging, runtime, cache: None, reads_cache, tags })
    }

    /// Adds a cache, except to a store in a folder, because the folder itself is as fast.
    pub(super) fn with_cache(self, folder: &std::path::Path) -> Objects {
        let cache = self.staging.is_none().then(|| Cache::open(folder));
        Objects { cache, ..self }
    }

    /// Makes all later reads request the objects from the server and replace them in the cache. Returns false if the cache was not read
    /// before this call, or does not exist.
    pub(super) fn stop_reading_cache(&self) -> bool {
        self.cache.is_some() && self.reads_cache.replace(false)
    }

    /// Creates the folder of a store in a folder.
    pub(super) fn create(place: &str) -> Result<()> {
        let folder = place.strip_prefix("file://").unwrap_or(place);
        if folder.contains("://") {
            return Ok(());
        }
        std::fs::create_dir_all(folder).map_err(|error| service_error("create", place, error.to_string()))
    }

    fn in_folder(folder: &str, url: String) -> Result<Objects> {
        let folder = PathBuf::from(folder);
        let failed = |error: &dyn fmt::Display| service_error("open", &url, error.to_string());
        if !folder.is_dir() {
            return Err(remote_error(RemoteFault::NoFolder, "open", &url, "folder not found".to_owned()));
        }
        let store = LocalFileSystem::new_with_prefix(&folder).map_err(|error| failed(&error))?;
        let staging = Some(folder.join(STAGING));
        Objects::new(Arc::new(store), String::new(), staging, url)
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the name of an object in messages.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}/{path}", self.url)
    }

    /// Reads an object; returns `None` if the object does not exist.
    pub(super) fn get(&self, path: &str) -> Result<Option<Bytes>> {
        let got = self.runtime.block_on(get(Arc::clone(&self.store), self.object_path(path)?));
        got.map_err(|error| self.to_store_error("read", path, &error))
    }

    /// Returns the tag by which the cache identifies an object's version: the tag in the last list, or an empty tag if there is only one
    /// version.
    fn tag(&self, path: &str, version: CacheVersion) -> Option<String> {
        match version {
            CacheVersion::Named => Some(String::new()),
            CacheVersion::Listed => self.tags.borrow().get(path).cloned(),
        }
    }

    /// Reads several objects at the same time, and returns the objects in the order of their paths.
    pub(super) fn get_all(&self, paths: &[String], version: CacheVersion) -> Result<Vec<Option<Bytes>>> {
        let cache = self.cache.as_ref().filter(|_| self.reads_cache.get());
        let kept = |path: &String| cache?.get(&self.name(path), &self.tag(path, version)?);
        let mut all: Vec<Option<Bytes>> = paths.iter().map(kept).collect();
        let missing: Vec<usize> = (0..paths.len()).filter(|at| all[*at].is_none()).collect();
        let asked: Vec<String> = missing.iter().map(|at| paths[*at].clone()).collect();
        for (at, bytes) in missing.into_iter().zip(self.request_all(&asked, get)?) {
            if let (Some(cache), Some(bytes), Some(tag)) =
                (&self.cache, &bytes, self.tag(&paths[at], version))
            {
                cache.put(&self.name(&paths[at]), &tag, bytes);
            }
            all[at] = bytes;
        }
        Ok(all)
    }

    /// Returns for each of the given objects whether it exists.
    pub(super) fn are_there(&self, paths: &[String]) -> Result<Vec<bool>> {
        Ok(self.request_all(paths, head)?.into_iter().map(|found| found.is_some()).collect())
    }

    /// Sends a request for each object, several at the same time.
    fn request_all<
        T: Send + 'static,
        F: Future<Output = object_store::Result<Option<T>>> + Send + 'static,
    >(
        &self,
        paths: &[String],
        ask: impl Fn(Arc<dyn ObjectStore>, ObjectPath) -> F,
    ) -> Result<Vec<Option<T>>> {
        let mut all: Vec<Option<T>> = paths.iter().map(|_| None).collect();
        for (paths, into) in paths.chunks(AT_ONCE).zip(all.chunks_mut(AT_ONCE)) {
            let objects = paths.iter().map(|path| self.object_path(path)).collect::<Result<Vec<_>, _>>()?;
            let read = self.runtime.block_on(async {
                let mut tasks = JoinSet::new();
                for (at, path) in objects.into_iter().enumerate() {
                    let asked = ask(Arc::clone(&self.store), path);
                    tasks.spawn(async move { (at, asked.await) });
                }
                tasks.join_all().await
            });
            for (at, found) in read {
                into[at] = found.map_err(|error| self.to_store_error("read", &paths[at], &error))?;
            }
        }
        Ok(all)
    }

    /// Stores an object if no object with the path exists; returns false if one exists.
    pub(super) fn put_new(&self, path: &str, bytes: Vec<u8>) -> Result<bool> {
        let object = self.object_path(path)?;
        let put = async {
            if self.staging.is_none() {
                let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
                return self.store.put_opts(&object, bytes.into(), options).await.map(drop);
            }
            let bytes = Bytes::from(bytes);
            let mut tries = 0..9;
            loop {
                let staged = Objects::staging_path();
                self.store.put(&staged, bytes.clone().into()).await?;
                let moved = self.store.rename_if_not_exists(&staged, &object).await;
                if moved.is_err() {
                    let _ = self.store.delete(&staged).await;
                }
                // The object is stored again if another process deleted the incomplete object, because it looked like the object of a
                // stopped writer.
                if !matches!(moved, Err(Error::NotFound { .. })) || tries.next().is_none() {
                    return moved;
                }
            }
        };
        match self.runtime.block_on(put) {
            Ok(()) => Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(self.to_store_error("write", path, &error)),
        }
    }

    /// Returns a unique path for an incomplete object of a folder.
    fn staging_path() -> ObjectPath {
        ObjectPath::from_iter([STAGING, &new_salt()])
    }

    /// Deletes incomplete objects that were written before a time. Returns the number of deleted objects.
    pub(super) fn clear_staging(&self, before_unix_ms: u64) -> Result<usize> {
        let Some(staging) = &self.staging else { return Ok(0) };
        let failed =
            |error: std::io::Error| service_error("clear", &staging.display().to_string(), error.to_string());
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

    /// Lists all objects below a path.
    pub(super) fn all_below(&self, path: &str) -> Result<Vec<ListedObject>> {
        let (mut folders, mut all) = (vec![path.to_owned()], Vec::new());
        while let Some(folder) = folders.pop() {
            let (below, objects) = self.list_whole(&folder)?;
            folders.extend(below.into_iter().map(|name| format!("{folder}/{name}")));
            all.extend(objects);
        }
        Ok(all)
    }

    /// Deletes an object; a missing object is no error.
    pub(super) fn delete(&self, path: &str) -> Result<()> {
        let object = self.object_path(path)?;
        match self.runtime.block_on(self.store.delete(&object)) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.to_store_error("delete", path, &error)),
        }
    }

    /// Lists the folders and the objects directly below a path, by their names without the path, in order.
    pub(super) fn list(&self, path: &str) -> Result<(Vec<String>, Vec<String>)> {
        let (folders, objects) = self.list_whole(path)?;
        let name = |object: ListedObject| object.path[path.len() + 1..].to_owned();
        Ok((folders, objects.into_iter().map(name).collect()))
    }

    /// Lists the folders directly below a path by their names, and the objects directly below it.
    fn list_whole(&self, path: &str) -> Result<(Vec<String>, Vec<ListedObject>)> {
        let below = self.object_path(path)?;
        let listed = self.runtime.block_on(self.store.list_with_delimiter(Some(&below)));
        let listed = listed.map_err(|error| self.to_store_error("list", path, &error))?;
        let name = |path: &ObjectPath| {
            path.as_ref().trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
        };
        let mut folders: Vec<String> = listed.common_prefixes.iter().map(name).collect();
        let mut objects = Vec::new();
        for object in &listed.objects {
            let put_unix_ms = u64::try_from(object.last_modified.timestamp_millis()).unwrap_or(0);
            objects.push(ListedObject { path: format!("{path}/{}", name(&object.location)), put_unix_ms });
        }
        if self.cache.is_some() {
            let tags = listed.objects.iter().map(|object| object.e_tag.clone());
            let tagged = objects.iter().zip(tags).filter_map(|(one, tag)| Some((one.path.clone(), tag?)));
            self.tags.borrow_mut().extend(tagged);
        }
        folders.sort();
        objects.sort_by(|a, b| a.path.cmp(&b.path));
        Ok((folders, objects))
    }

    fn object_path(&self, path: &str) -> Result<ObjectPath> {
        ObjectPath::parse(format!("{}{path}", self.below))
            .map_err(|error| service_error("name", &self.name(path), error.to_string()))
    }

    fn to_store_error(&self, action: &'static str, path: &str, error: &Error) -> StoreError {
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
    /// Creates objects in memory with a cache, like the objects of a server.
    pub(super) fn in_memory(cache: &std::path::Path) -> Result<Objects> {
        let store = Arc::new(object_store::memory::InMemory::new());
        Ok(Objects::new(store, String::new(), None, "memory://tests".to_owned())?.with_cache(cache))
    }

    /// Replaces an object, which anyone with write access can do.
    pub(super) fn overwrite(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        let put = self.runtime.block_on(self.store.put(&self.object_path(path)?, bytes.into()));
        put.map(drop).map_err(|error| self.to_store_error("write", path, &error))
    }
}

fn open_s3(url: &str) -> Result<object_store::aws::AmazonS3> {
    let mut builder = AmazonS3Builder::from_env().with_url(url);
    let variables = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
    let set = variables.iter().find_map(|name| Some((name, std::env::var(name).ok()?)));
    if let Some((name, address)) = set {
        endpoint::read(&address).map_err(|reason| {
            remote_error(RemoteFault::Endpoint, "open", url, format!("{name} is {address:?}: {reason}"))
        })?;
        builder = builder.with_endpoint(address);
    }
    let built = builder.with_retry(read_retry_config()?).with_http_connector(Connector("AWS")).build();
    built.map_err(|error| of_error("open", url, &error))
}

/// The time during which a failed request is repeated, unless an environment variable sets another time.
const RETRIED: Duration = Duration::from_secs(180);
const RETRY: &str = "LAUNCHGATE_RETRY";

fn read_retry_config() -> Result<RetryConfig> {
    let retry_timeout = match std::env::var(RETRY) {
        Ok(value) => humantime::parse_duration(&value).map_err(|error| {
            let reason =
                format!("the environment sets {RETRY} to {value:?}, which is no time such as 30s: {error}");
            service_error("open", "the store", reason)
        })?,
        Err(_) => RETRIED,
    };
    let (init_backoff, max_backoff) = (Duration::from_millis(100), Duration::from_secs(5));
    // The number of repetitions is limited only by the time.
    Ok(RetryConfig {
        backoff: BackoffConfig { init_backoff, max_backoff, base: 2.0 },
        max_retries: usize::MAX,
        retry_timeout,
    })
}

pub(super) fn service_error(action: &'static str, place: &str, reason: String) -> StoreError {
    remote_error(RemoteFault::Service, action, place, reason)
}

pub(super) fn remote_error(
    fault: RemoteFault,
    action: &'static str,
    place: &str,
    reason: String,
) -> StoreError {
    StoreError::Remote { action, place: place.to_owned(), reason: without_secrets(&reason), fault }
}

/// Returns whether an error means that an object differs from the object that was stored.
pub(super) fn is_damage(error: &StoreError) -> bool {
    matches!(error, StoreError::Remote { fault: RemoteFault::Damaged, .. } | StoreError::Misplaced { .. })
}

fn of_error(action: &'static str, place: &str, error: &Error) -> StoreError {
    let causes = || std::iter::successors(Some(error as &dyn std::error::Error), |one| one.source());
    if let Some(refused) = causes().find_map(|one| one.downcast_ref::<PermanentRefusal>()) {
        let lacks = if refused.is_permission() { needed_permission(action, place) } else { "" };
        let fault = match (&refused.region, lacks) {
            (Some(_), _) => RemoteFault::Region,
            (None, "") => RemoteFault::Service,
            (None, _) => RemoteFault::Permission,
        };
        let needed = if lacks.is_empty() { String::new() } else { format!("; this needs {lacks}") };
        return remote_error(fault, action, place, format!("{refused}{needed}"));
    }
    let fault = if causes().any(|one| one.is::<MissingTlsError>()) {
        RemoteFault::Plain
    } else {
        RemoteFault::Service
    };
    remote_error(fault, action, place, with_causes(error))
}

/// Returns the permission that an action needs, by the cloud's name for it. A server reports a missing object as missing only if the
/// client has the permission to list.
fn needed_permission(action: &str, place: &str) -> &'static str {
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

/// Parts of the names of environment variables with secret values.
const SECRET: [&str; 6] = ["SECRET", "TOKEN", "_KEY", "PASSWORD", "SAS", "CREDENTIAL"];

/// Replaces the values of the environment's secrets in a text.
fn without_secrets(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, value) in std::env::vars() {
        if value.len() >= 8 && SECRET.iter().any(|part| name.to_ascii_uppercase().contains(part)) {
            text = text.replace(&value, "(hidden)");
        }
    }
    text
}
