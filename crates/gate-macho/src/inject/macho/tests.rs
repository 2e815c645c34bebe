use super::*;

/// Random bytes must cause an error and never a panic.
#[test]
fn random_bytes_are_refused_as_a_mach_o_file() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as u8
    };
    for magic in [[0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe], [0xca, 0xfe, 0xba, 0xbf], [0; 4]] {
        for length in (0..400).step_by(7) {
            let mut bytes: Vec<u8> = magic.into_iter().chain((0..length).map(|_| random())).collect();
            if bytes.len() > 24 && magic[0] == 0xcf {
                // The bytes get a correct CPU type, so that the load commands are read.
                bytes[4..12].copy_from_slice(&[12, 0, 0, 1, 0, 0, 0, 0]);
                bytes[16..24].copy_from_slice(&[3, 0, 0, 0, 200, 0, 0, 0]);
            }
            assert!(load_first(&bytes, &["@rpath/x.dylib"]).is_err(), "{bytes:x?}");
        }
    }
}

#[test]
fn the_load_command_is_padded_and_names_the_library() {
    let command = load_command("@rpath/liblaunchgate.dylib");
    assert_eq!(command.len(), 56);
    assert_eq!(&command[..8], [0x18, 0, 0, 0x80, 56, 0, 0, 0]);
    assert_eq!(&command[24..51], b"@rpath/liblaunchgate.dylib\0");
}
