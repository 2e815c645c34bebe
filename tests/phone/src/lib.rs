//! An emulated phone: an arm64 iOS process on a CPU emulator.
