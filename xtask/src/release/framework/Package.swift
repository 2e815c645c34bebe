// swift-tools-version:5.9
// launchgate @VERSION@. The product LaunchGate is the agent; link it only in builds that are measured. The product LaunchGateSpans does
// not contain the agent, and its functions have no effect in a build without the agent.
import PackageDescription

let package = Package(
    name: "LaunchGate",
    platforms: [.iOS("13.4")],
    products: [
        .library(name: "LaunchGate", targets: ["LaunchGate"]),
        .library(name: "LaunchGateSpans", targets: ["LaunchGateSpans"]),
    ],
    targets: [
        .binaryTarget(
            name: "LaunchGate",
            url: "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/LaunchGate.xcframework.zip",
            checksum: "@CHECKSUM@"
        ),
        .target(name: "LaunchGateSpans"),
    ]
)
