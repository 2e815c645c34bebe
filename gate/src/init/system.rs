//! Modules that Apple's SDKs and Swift bring, and modules that only tests use: neither gets a rule.

/// Of the SDKs and of Swift.
const SYSTEM: &str = "
ARKit AVFAudio AVFoundation AVKit AVRouting Accelerate Accessibility Accounts ActivityKit AdAttributionKit AdServices AdSupport
AddressBook AddressBookUI AlarmKit Android AppClip AppIntents AppIntentsTesting AppKit AppTrackingTransparency Application
ApplicationServices AssetsLibrary AudioToolbox AudioUnit AudioVideoBridging AuthenticationServices AutomaticAssessmentConfiguration
BackgroundAssets BackgroundTasks BrowserEngineKit BusinessChat CFNetwork CallKit Carbon CarKey CarPlay Charts Cinematic ClassKit
ClockKit CloudKit Cocoa Combine CommonCrypto Compression Contacts ContactsUI CoreAudio CoreAudioKit CoreAudioTypes
CoreBluetooth CoreData CoreFoundation CoreGraphics CoreHaptics CoreImage CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia
CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText CoreTransferable CoreVideo CoreWLAN CreateML CryptoKit
CryptoTokenKit Cxx Darwin DataDetection DeveloperToolsSupport DeviceActivity DeviceCheck DeviceDiscoveryExtension DiskArbitration
Dispatch Distributed EnergyKit EventKit EventKitUI ExposureNotification ExtensionFoundation ExtensionKit ExternalAccessory
FamilyControls FileProvider FileProviderUI FinanceKit FinanceKitUI Foundation FoundationEssentials FoundationModels
FoundationNetworking FoundationXML GLKit GSS GameController GameKit GameplayKit Glibc GroupActivities HealthKit HealthKitUI
HomeKit Hypervisor IOKit IOSurface IdentityLookup IdentityLookupUI ImageCaptureCore ImageIO ImagePlayground InputMethodKit Intents
IntentsUI Iad JavaScriptCore JournalingSuggestions LinkPresentation LocalAuthentication LocalAuthenticationEmbeddedUI
LockedCameraCapture MLCompute MachO ManagedSettings ManagedSettingsUI MapKit MarketplaceKit Matter MediaAccessibility MediaPlayer
MediaToolbox MessageUI Messages Metal MetalFX MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit MobileCoreServices
ModelIO MultipeerConnectivity MusicKit Musl NaturalLanguage NearbyInteraction Network NetworkExtension NewsstandKit NotificationCenter
OSLog ObjectiveC Observation OpenAL OpenGL OpenGLES PDFKit PHASE PackageDescription PackagePlugin ProjectDescription ProjectDescriptionHelpers PaperKit PassKit PencilKit Photos
PhotosUI PlaygroundSupport PreferencePanes ProximityReader PushKit PushToTalk QuartzCore Quartz QuickLook QuickLookThumbnailing
QuickLookUI RealityFoundation RealityKit RegexBuilder RelevanceKit ReplayKit RoomPlan SafariServices SafetyKit SceneKit ScreenCaptureKit
ScreenTime ScreenSaver Security SecurityFoundation SecurityInterface SensitiveContentAnalysis SensorKit ServiceManagement SharedWithYou
SharedWithYouCore ShazamKit SiriTipKit Social SoundAnalysis Speech SpriteKit StoreKit StoreKitTest StickerKit SwiftCompilerPlugin
SwiftData SwiftShims SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros SwiftUI SwiftUICore Swift Symbols Synchronization System
SystemConfiguration SystemExtensions TVMLKit TVServices TVUIKit TabularData ThreadNetwork TipKit Translation Twitter UIKit UniformTypeIdentifiers
UserNotifications UserNotificationsUI VideoSubscriberAccount VideoToolbox Virtualization Vision VisionKit WASILibc WatchConnectivity
WatchKit WeatherKit WebKit WiFiAware WidgetKit WinSDK WorkoutKit XCTest XPC XcodeKit _AppIntents_SwiftUI _AVKit_SwiftUI _Concurrency
_Differentiation _MapKit_SwiftUI _PhotosUI_SwiftUI _StringProcessing _AuthenticationServices_SwiftUI _SwiftData_SwiftUI _StoreKit_SwiftUI
libxml2 libkern mach net netinet arpa os objc simd sqlite3 SQLite3 sys dispatch mach_o zlib kern pthread malloc libxml usr xpc iconv
uuid cups copyfile notify bsm hfs vproc openssl
CoreAudio_Private UIKit_Private UIUtilities UIKitCore
";

const TESTS: &str = "
Quick Nimble Cuckoo CuckooTests Difference EarlGrey FBSnapshotTestCase iOSSnapshotTestCase KIF Kiwi Expecta OCMock OCMockito OCHamcrest
OHHTTPStubs OHHTTPStubsSwift Mocker Mockingbird Mockingjay MockingbirdFramework Specta Swifter SBTUITestTunnel SBTUITestTunnelClient
SBTUITestTunnelServer SnapshotTesting InlineSnapshotTesting SnapshotTestingCustomDump SwiftCheck Testing ViewInspector XCTVapor
RxTest RxBlocking XcodeEdit SwiftLint SwiftFormat SwiftGen Sourcery XCTestDynamicOverlay IssueReportingTestSupport Embassy EmbassyFoundation
Ambassador Danger SwiftLintFramework SwiftLintPlugins AccessibilitySnapshot PreviewSnapshots MockSwift Spectre Cucumberish
";

/// A module that the system has.
pub(super) fn is_system(name: &str) -> bool {
    SYSTEM.split_whitespace().any(|known| known == name)
}

/// How the names of such modules end.
const TESTS_END: &str = "
Tests Test TestSupport TestHelpers TestHelper TestUtils TestUtilities Testing Mocks Mock Fixtures TestsFoundation TestKit
TestsKit Snapshots TestData Macros MacrosPlugin
";

/// A module or pod that only tests or tools use, by its name.
pub(super) fn is_of_tests(name: &str) -> bool {
    TESTS.split_whitespace().any(|known| known == name)
        || TESTS_END.split_whitespace().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_the_system_are_known() {
        for name in ["UIKit", "SwiftUI", "sqlite3", "os"] {
            assert!(is_system(name), "{name}");
        }
        for name in ["Nimble", "UITestsFoundation", "CartTestHelpers", "ShopMocks"] {
            assert!(is_of_tests(name), "{name}");
        }
        for name in ["Latest", "Kingfisher", "Contest", "ComposableArchitecture"] {
            assert!(!is_system(name) && !is_of_tests(name), "{name}");
        }
    }
}
