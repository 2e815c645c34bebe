//! Lists the table of functions and methods that count as work, with the kind of each and the number that is counted.
//!
//! The file `work.rs` contains data: to count another function or method, add a row. The agent counts the functions. Readers of a trace
//! count the methods, since calls of methods are in the trees.
//!
//! Invariant: a kind's number never changes its meaning.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:literal $name:literal $unit:ident,)*) => {
        crate::codes::codes! {
            /// A kind of work.
            WorkKind { $($(#[$doc])* $kind = $code,)* }
        }

        impl WorkKind {
            /// Returns the name in settings and reports, such as `file.open`, or `None` for an unknown kind.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(WorkKind::$kind => Some($name),)*
                    WorkKind::Other(_) => None,
                }
            }

            /// Returns whether bytes are counted in addition to calls.
            pub const fn has_bytes(self) -> bool {
                match self {
                    $(WorkKind::$kind => $unit,)*
                    WorkKind::Other(_) => false,
                }
            }
        }
    };
}

const CALLS: bool = false;
const BYTES: bool = true;

kinds! {
    /// A file is opened.
    FileOpen = 1 "file.open" CALLS,
    /// The attributes of a file are requested.
    FileStat = 2 "file.stat" CALLS,
    /// A file, a pipe or a socket is read.
    FileRead = 3 "file.read" BYTES,
    /// A file is written.
    FileWrite = 4 "file.write" BYTES,
    /// A file is mapped.
    FileMap = 5 "file.map" BYTES,
    /// A file's bytes are sent to the disk.
    FileSync = 6 "file.sync" CALLS,
    /// A file is renamed or removed, or a folder is created.
    FileChange = 7 "file.change" CALLS,
    /// A folder is opened.
    FileList = 8 "file.list" CALLS,
    /// Memory is requested.
    MemoryAllocate = 9 "memory.allocate" BYTES,
    /// Memory is mapped without a file.
    MemoryMap = 10 "memory.map" BYTES,
    /// A library is opened.
    CodeOpen = 11 "code.open" CALLS,
    /// A symbol is looked up by name.
    CodeFind = 12 "code.find" CALLS,
    /// A database is opened.
    DatabaseOpen = 13 "database.open" CALLS,
    /// A statement is compiled.
    DatabasePrepare = 14 "database.prepare" CALLS,
    /// A statement is executed until its next row.
    DatabaseStep = 15 "database.step" CALLS,
    /// Statements are compiled and executed, or objects are fetched.
    DatabaseQuery = 16 "database.query" CALLS,
    /// Objects are saved.
    DatabaseSave = 17 "database.save" CALLS,
    /// JSON is parsed or written.
    ParseJson = 18 "parse.json" CALLS,
    /// A property list is parsed or written.
    ParsePlist = 19 "parse.plist" CALLS,
    /// An archive of objects is read.
    ParseArchive = 20 "parse.archive" CALLS,
    /// An image is decoded, or its source is opened.
    ParseImage = 21 "parse.image" CALLS,
    /// A block is executed on a queue while the caller waits.
    QueueSync = 22 "queue.sync" CALLS,
    /// A block is added to a queue.
    QueueAsync = 23 "queue.async" CALLS,
    /// The caller waits for a semaphore or a group.
    QueueWait = 24 "queue.wait" CALLS,
    /// A queue is created.
    QueueMake = 25 "queue.make" CALLS,
    /// A thread is created.
    ThreadMake = 26 "thread.make" CALLS,
    /// An image of the app is loaded after the agent has started.
    CodeLoad = 27 "code.load" CALLS,
    /// A connection is opened.
    NetworkConnect = 28 "network.connect" CALLS,
    /// The address of a host is looked up.
    NetworkResolve = 29 "network.resolve" CALLS,
    /// A request to a server is created.
    NetworkRequest = 30 "network.request" CALLS,
    /// An item of the keychain is read or changed.
    KeychainAccess = 31 "keychain.access" CALLS,
    /// A preference is read.
    PreferencesRead = 32 "preferences.read" CALLS,
    /// A preference is changed, or preferences are written.
    PreferencesWrite = 33 "preferences.write" CALLS,
    /// A notification is posted.
    NotificationPost = 34 "notification.post" CALLS,
}

/// Passes the functions to a macro, as rows `"name" kind bytes`. The last word selects the bytes that are counted with each call: with
/// `calls` there are no bytes; `first`, `second` and `third` are the value of that argument; `product` is the first argument multiplied by
/// the second; `items` is the second multiplied by the third; `result` is the result if it is positive; `mapped` is the second argument,
/// and the kind is [`WorkKind::MemoryMap`] if the fourth argument has the flag `MAP_ANON`. The functions have their names in C, without the
/// linker's underscore.
#[macro_export]
macro_rules! work_functions {
    ($rows:ident) => {
        $rows! {
            "malloc" MemoryAllocate first,
            "calloc" MemoryAllocate product,
            "realloc" MemoryAllocate second,
            "valloc" MemoryAllocate first,
            "aligned_alloc" MemoryAllocate second,
            "posix_memalign" MemoryAllocate third,
            "strdup" MemoryAllocate calls,
            "strndup" MemoryAllocate calls,
            "malloc_zone_malloc" MemoryAllocate second,
            "malloc_zone_calloc" MemoryAllocate items,
            "malloc_zone_valloc" MemoryAllocate second,
            "malloc_zone_realloc" MemoryAllocate third,
            "malloc_zone_memalign" MemoryAllocate third,
            "malloc_type_malloc" MemoryAllocate first,
            "malloc_type_calloc" MemoryAllocate product,
            "malloc_type_realloc" MemoryAllocate second,
            "malloc_type_valloc" MemoryAllocate first,
            "malloc_type_aligned_alloc" MemoryAllocate second,
            "malloc_type_posix_memalign" MemoryAllocate third,
            "malloc_type_zone_malloc" MemoryAllocate second,
            "malloc_type_zone_calloc" MemoryAllocate items,
            "malloc_type_zone_realloc" MemoryAllocate third,
            "malloc_type_zone_memalign" MemoryAllocate third,
            "_Znwm" MemoryAllocate first,
            "_Znam" MemoryAllocate first,
            "_ZnwmRKSt9nothrow_t" MemoryAllocate first,
            "_ZnamRKSt9nothrow_t" MemoryAllocate first,
            "_ZnwmSt11align_val_t" MemoryAllocate first,
            "_ZnamSt11align_val_t" MemoryAllocate first,
            "_ZnwmSt19__type_descriptor_t" MemoryAllocate first,
            "_ZnamSt19__type_descriptor_t" MemoryAllocate first,
            "_ZnwmSt11align_val_tSt19__type_descriptor_t" MemoryAllocate first,
            "_ZnamSt11align_val_tSt19__type_descriptor_t" MemoryAllocate first,
            "swift_allocObject" MemoryAllocate second,
            "swift_slowAlloc" MemoryAllocate first,
            "mmap" FileMap mapped,
            "vm_allocate" MemoryMap third,
            "mach_vm_allocate" MemoryMap third,
            "open" FileOpen calls,
            "openat" FileOpen calls,
            "fopen" FileOpen calls,
            "stat" FileStat calls,
            "lstat" FileStat calls,
            "fstat" FileStat calls,
            "fstatat" FileStat calls,
            "access" FileStat calls,
            "faccessat" FileStat calls,
            "read" FileRead result,
            "pread" FileRead result,
            "readv" FileRead result,
            "fread" FileRead items,
            "fgets" FileRead calls,
            "dispatch_read" FileRead calls,
            "dispatch_io_read" FileRead calls,
            "write" FileWrite result,
            "pwrite" FileWrite result,
            "writev" FileWrite result,
            "fwrite" FileWrite items,
            "dispatch_write" FileWrite calls,
            "dispatch_io_write" FileWrite calls,
            "copyfile" FileWrite calls,
            "fsync" FileSync calls,
            "rename" FileChange calls,
            "unlink" FileChange calls,
            "remove" FileChange calls,
            "mkdir" FileChange calls,
            "opendir" FileList calls,
            "scandir" FileList calls,
            "dlopen" CodeOpen calls,
            "sqlite3_open" DatabaseOpen calls,
            "sqlite3_open16" DatabaseOpen calls,
            "sqlite3_open_v2" DatabaseOpen calls,
            "sqlite3_prepare" DatabasePrepare calls,
            "sqlite3_prepare_v2" DatabasePrepare calls,
            "sqlite3_prepare_v3" DatabasePrepare calls,
            "sqlite3_step" DatabaseStep calls,
            "sqlite3_exec" DatabaseQuery calls,
            "CGImageSourceCreateWithData" ParseImage calls,
            "CGImageSourceCreateWithURL" ParseImage calls,
            "CGImageSourceCreateWithDataProvider" ParseImage calls,
            "CGImageSourceCreateIncremental" ParseImage calls,
            "dispatch_sync" QueueSync calls,
            "dispatch_sync_f" QueueSync calls,
            "dispatch_barrier_sync" QueueSync calls,
            "dispatch_async_and_wait" QueueSync calls,
            "dispatch_apply" QueueSync calls,
            "dispatch_apply_f" QueueSync calls,
            "dispatch_async" QueueAsync calls,
            "dispatch_async_f" QueueAsync calls,
            "dispatch_barrier_async" QueueAsync calls,
            "dispatch_group_async" QueueAsync calls,
            "dispatch_after" QueueAsync calls,
            "$sSo17OS_dispatch_queueC8DispatchE5async5group3qos5flags7executeySo0a1_b1_F0CSg_AC0D3QoSVAC0D13WorkItemFlagsVyyXBtF" QueueAsync calls,
            "$sSo17OS_dispatch_queueC8DispatchE10asyncAfter8deadline3qos5flags7executeyAC0D4TimeV_AC0D3QoSVAC0D13WorkItemFlagsVyyXBtF" QueueAsync calls,
            "$sSo17OS_dispatch_queueC8DispatchE10asyncAfter8deadline7executeyAC0D4TimeV_AC0D8WorkItemCtF" QueueAsync calls,
            "dispatch_semaphore_wait" QueueWait calls,
            "dispatch_group_wait" QueueWait calls,
            "dispatch_queue_create" QueueMake calls,
            "dispatch_queue_create_with_target$V2" QueueMake calls,
            "pthread_create" ThreadMake calls,
            "CGImageSourceCreateImageAtIndex" ParseImage calls,
            "CGImageSourceCreateThumbnailAtIndex" ParseImage calls,
            "UIImageJPEGRepresentation" ParseImage calls,
            "UIImagePNGRepresentation" ParseImage calls,
            "CFReadStreamOpen" FileOpen calls,
            "CFWriteStreamOpen" FileOpen calls,
            "connect" NetworkConnect calls,
            "connectx" NetworkConnect calls,
            "nw_connection_start" NetworkConnect calls,
            "CFStreamCreatePairWithSocketToHost" NetworkConnect calls,
            "getaddrinfo" NetworkResolve calls,
            "CFReadStreamCreateForHTTPRequest" NetworkRequest calls,
            "SecItemCopyMatching" KeychainAccess calls,
            "SecItemAdd" KeychainAccess calls,
            "SecItemUpdate" KeychainAccess calls,
            "SecItemDelete" KeychainAccess calls,
            "CFPreferencesCopyAppValue" PreferencesRead calls,
            "CFPreferencesGetAppBooleanValue" PreferencesRead calls,
            "CFPreferencesGetAppIntegerValue" PreferencesRead calls,
            "CFPreferencesSetAppValue" PreferencesWrite calls,
            "CFPreferencesAppSynchronize" PreferencesWrite calls,
            "CFNotificationCenterPostNotification" NotificationPost calls,
            "notify_post" NotificationPost calls,
            "$s10Foundation4DataV10contentsOf7optionsAcA3URLVh_So20NSDataReadingOptionsVtKcfC" FileRead calls,
            "$s10Foundation11JSONDecoderC6decode_4fromxxm_AA4DataVtKSeRzlF" ParseJson calls,
            "$s10Foundation11JSONDecoderC6decode_4fromxxm_AA4DataVtKSeRzlFTj" ParseJson calls,
            "$s10Foundation11JSONEncoderC6encodeyAA4DataVxKSERzlF" ParseJson calls,
            "$s10Foundation11JSONEncoderC6encodeyAA4DataVxKSERzlFTj" ParseJson calls,
            "$s10Foundation19PropertyListDecoderC6decode_4fromxxm_AA4DataVtKSeRzlF" ParsePlist calls,
            "$s10Foundation19PropertyListDecoderC6decode_4fromxxm_AA4DataVtKSeRzlFTj" ParsePlist calls,
        }
    };
}

/// The methods of the system that count as work, named after the classes that implement them. Calls of the system's methods are in the
/// trees of the trace.
pub const METHODS: &[(&str, WorkKind)] = &[
    ("+[NSData dataWithContentsOfFile:]", WorkKind::FileRead),
    ("+[NSData dataWithContentsOfFile:options:error:]", WorkKind::FileRead),
    ("+[NSData dataWithContentsOfURL:]", WorkKind::FileRead),
    ("+[NSData dataWithContentsOfURL:options:error:]", WorkKind::FileRead),
    ("-[NSData initWithContentsOfFile:]", WorkKind::FileRead),
    ("-[NSData initWithContentsOfFile:options:error:]", WorkKind::FileRead),
    ("-[NSData initWithContentsOfURL:]", WorkKind::FileRead),
    ("-[NSData initWithContentsOfURL:options:error:]", WorkKind::FileRead),
    ("+[NSString stringWithContentsOfFile:encoding:error:]", WorkKind::FileRead),
    ("+[NSString stringWithContentsOfFile:usedEncoding:error:]", WorkKind::FileRead),
    ("+[NSString stringWithContentsOfURL:encoding:error:]", WorkKind::FileRead),
    ("+[NSString stringWithContentsOfURL:usedEncoding:error:]", WorkKind::FileRead),
    ("-[NSString initWithContentsOfFile:encoding:error:]", WorkKind::FileRead),
    ("-[NSString initWithContentsOfURL:encoding:error:]", WorkKind::FileRead),
    ("-[NSString writeToFile:atomically:encoding:error:]", WorkKind::FileWrite),
    ("-[NSString writeToURL:atomically:encoding:error:]", WorkKind::FileWrite),
    ("+[NSFileHandle fileHandleForReadingAtPath:]", WorkKind::FileOpen),
    ("+[NSFileHandle fileHandleForWritingAtPath:]", WorkKind::FileOpen),
    ("+[NSFileHandle fileHandleForUpdatingAtPath:]", WorkKind::FileOpen),
    ("+[NSFileHandle fileHandleForReadingFromURL:error:]", WorkKind::FileOpen),
    ("+[NSFileHandle fileHandleForWritingToURL:error:]", WorkKind::FileOpen),
    ("-[NSConcreteFileHandle readDataOfLength:]", WorkKind::FileRead),
    ("-[NSConcreteFileHandle readDataToEndOfFile]", WorkKind::FileRead),
    ("-[NSConcreteFileHandle readDataUpToLength:error:]", WorkKind::FileRead),
    ("-[NSConcreteFileHandle readDataToEndOfFileAndReturnError:]", WorkKind::FileRead),
    ("-[NSConcreteFileHandle availableData]", WorkKind::FileRead),
    ("-[NSConcreteFileHandle writeData:]", WorkKind::FileWrite),
    ("-[NSConcreteFileHandle writeData:error:]", WorkKind::FileWrite),
    ("-[NSData writeToFile:atomically:]", WorkKind::FileWrite),
    ("-[NSData writeToFile:options:error:]", WorkKind::FileWrite),
    ("-[NSData writeToURL:atomically:]", WorkKind::FileWrite),
    ("-[NSData writeToURL:options:error:]", WorkKind::FileWrite),
    ("-[NSFileManager fileExistsAtPath:]", WorkKind::FileStat),
    ("-[NSFileManager fileExistsAtPath:isDirectory:]", WorkKind::FileStat),
    ("-[NSFileManager attributesOfItemAtPath:error:]", WorkKind::FileStat),
    ("-[NSFileManager contentsAtPath:]", WorkKind::FileRead),
    ("-[NSFileManager contentsOfDirectoryAtPath:error:]", WorkKind::FileList),
    (
        "-[NSFileManager contentsOfDirectoryAtURL:includingPropertiesForKeys:options:error:]",
        WorkKind::FileList,
    ),
    ("-[NSFileManager createFileAtPath:contents:attributes:]", WorkKind::FileWrite),
    (
        "-[NSFileManager createDirectoryAtPath:withIntermediateDirectories:attributes:error:]",
        WorkKind::FileChange,
    ),
    (
        "-[NSFileManager createDirectoryAtURL:withIntermediateDirectories:attributes:error:]",
        WorkKind::FileChange,
    ),
    ("-[NSFileManager removeItemAtPath:error:]", WorkKind::FileChange),
    ("-[NSFileManager removeItemAtURL:error:]", WorkKind::FileChange),
    ("-[NSFileManager copyItemAtPath:toPath:error:]", WorkKind::FileChange),
    ("-[NSFileManager copyItemAtURL:toURL:error:]", WorkKind::FileChange),
    ("-[NSFileManager moveItemAtPath:toPath:error:]", WorkKind::FileChange),
    ("-[NSFileManager moveItemAtURL:toURL:error:]", WorkKind::FileChange),
    ("-[NSManagedObjectContext executeFetchRequest:error:]", WorkKind::DatabaseQuery),
    ("-[NSManagedObjectContext countForFetchRequest:error:]", WorkKind::DatabaseQuery),
    ("-[NSManagedObjectContext save:]", WorkKind::DatabaseSave),
    ("+[NSJSONSerialization JSONObjectWithData:options:error:]", WorkKind::ParseJson),
    ("+[NSJSONSerialization dataWithJSONObject:options:error:]", WorkKind::ParseJson),
    ("+[NSPropertyListSerialization propertyListWithData:options:format:error:]", WorkKind::ParsePlist),
    ("+[NSPropertyListSerialization dataWithPropertyList:format:options:error:]", WorkKind::ParsePlist),
    ("+[NSDictionary dictionaryWithContentsOfFile:]", WorkKind::ParsePlist),
    ("+[NSArray arrayWithContentsOfFile:]", WorkKind::ParsePlist),
    ("+[NSKeyedUnarchiver unarchiveObjectWithData:]", WorkKind::ParseArchive),
    ("+[NSKeyedUnarchiver unarchiveObjectWithFile:]", WorkKind::ParseArchive),
    ("-[NSKeyedUnarchiver initForReadingFromData:error:]", WorkKind::ParseArchive),
    ("+[NSKeyedUnarchiver unarchivedObjectOfClass:fromData:error:]", WorkKind::ParseArchive),
    ("+[NSKeyedUnarchiver unarchivedObjectOfClasses:fromData:error:]", WorkKind::ParseArchive),
    ("+[UIImage imageNamed:]", WorkKind::ParseImage),
    ("+[UIImage imageNamed:inBundle:compatibleWithTraitCollection:]", WorkKind::ParseImage),
    ("+[UIImage imageNamed:inBundle:withConfiguration:]", WorkKind::ParseImage),
    ("+[UIImage imageWithContentsOfFile:]", WorkKind::ParseImage),
    ("+[UIImage imageWithData:]", WorkKind::ParseImage),
    ("-[UIImage initWithContentsOfFile:]", WorkKind::ParseImage),
    ("-[UIImage initWithData:]", WorkKind::ParseImage),
    ("-[NSURLSession dataTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[NSURLSession dataTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[NSURLSession dataTaskWithRequest:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession dataTaskWithURL:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession uploadTaskWithRequest:fromData:]", WorkKind::NetworkRequest),
    ("-[NSURLSession uploadTaskWithRequest:fromFile:]", WorkKind::NetworkRequest),
    ("-[NSURLSession uploadTaskWithRequest:fromData:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession uploadTaskWithRequest:fromFile:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession uploadTaskWithStreamedRequest:]", WorkKind::NetworkRequest),
    ("-[NSURLSession downloadTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[NSURLSession downloadTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[NSURLSession downloadTaskWithRequest:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession downloadTaskWithURL:completionHandler:]", WorkKind::NetworkRequest),
    ("-[NSURLSession webSocketTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[NSURLSession webSocketTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[NSURLSession streamTaskWithHostName:port:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal dataTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal dataTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal dataTaskWithRequest:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal dataTaskWithURL:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal uploadTaskWithRequest:fromData:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal uploadTaskWithRequest:fromFile:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal uploadTaskWithRequest:fromData:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal uploadTaskWithRequest:fromFile:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal uploadTaskWithStreamedRequest:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal downloadTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal downloadTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal downloadTaskWithRequest:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal downloadTaskWithURL:completionHandler:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal webSocketTaskWithURL:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal webSocketTaskWithRequest:]", WorkKind::NetworkRequest),
    ("-[__NSURLSessionLocal streamTaskWithHostName:port:]", WorkKind::NetworkRequest),
    ("+[NSURLConnection sendSynchronousRequest:returningResponse:error:]", WorkKind::NetworkRequest),
    ("+[NSURLConnection sendAsynchronousRequest:queue:completionHandler:]", WorkKind::NetworkRequest),
    ("+[NSURLConnection connectionWithRequest:delegate:]", WorkKind::NetworkRequest),
    ("-[NSURLConnection initWithRequest:delegate:]", WorkKind::NetworkRequest),
    ("-[NSURLConnection initWithRequest:delegate:startImmediately:]", WorkKind::NetworkRequest),
    ("-[NSUserDefaults objectForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults stringForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults arrayForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults dictionaryForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults dataForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults stringArrayForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults integerForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults floatForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults doubleForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults boolForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults URLForKey:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults dictionaryRepresentation]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults initWithSuiteName:]", WorkKind::PreferencesRead),
    ("-[NSUserDefaults setObject:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults removeObjectForKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults setInteger:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults setFloat:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults setDouble:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults setBool:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults setURL:forKey:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults registerDefaults:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults removePersistentDomainForName:]", WorkKind::PreferencesWrite),
    ("-[NSUserDefaults synchronize]", WorkKind::PreferencesWrite),
    ("-[NSNotificationCenter postNotification:]", WorkKind::NotificationPost),
    ("-[NSNotificationCenter postNotificationName:object:]", WorkKind::NotificationPost),
    ("-[NSNotificationCenter postNotificationName:object:userInfo:]", WorkKind::NotificationPost),
    ("-[__NSPlaceholderDictionary initWithContentsOfFile:]", WorkKind::ParsePlist),
    ("-[__NSPlaceholderDictionary initWithContentsOfURL:]", WorkKind::ParsePlist),
    ("-[__NSPlaceholderDictionary initWithContentsOfURL:error:]", WorkKind::ParsePlist),
    ("-[__NSPlaceholderArray initWithContentsOfFile:]", WorkKind::ParsePlist),
    ("-[__NSPlaceholderArray initWithContentsOfURL:]", WorkKind::ParsePlist),
    ("-[__NSPlaceholderArray initWithContentsOfURL:error:]", WorkKind::ParsePlist),
    ("+[NSDictionary dictionaryWithContentsOfURL:]", WorkKind::ParsePlist),
    ("+[NSDictionary dictionaryWithContentsOfURL:error:]", WorkKind::ParsePlist),
    ("+[NSArray arrayWithContentsOfURL:]", WorkKind::ParsePlist),
    ("+[NSArray arrayWithContentsOfURL:error:]", WorkKind::ParsePlist),
    ("-[UIImage imageByPreparingForDisplay]", WorkKind::ParseImage),
    ("-[UIImage prepareForDisplayWithCompletionHandler:]", WorkKind::ParseImage),
    ("-[__NSCFInputStream open]", WorkKind::FileOpen),
    ("-[__NSCFOutputStream open]", WorkKind::FileOpen),
    ("-[NSThread start]", WorkKind::ThreadMake),
    ("+[NSThread detachNewThreadSelector:toTarget:withObject:]", WorkKind::ThreadMake),
    ("+[NSThread detachNewThreadWithBlock:]", WorkKind::ThreadMake),
];
