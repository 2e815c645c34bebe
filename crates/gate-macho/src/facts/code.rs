//! Finds the static initialisers, and the object files from which code that runs before `main` was compiled.

use gate_facts::PreMainCode;
use hashbrown::HashMap;
use object::macho;

use super::space::AddressSpace;
use crate::read::{SymbolEntry, each_function};

/// Returns the addresses of all static initialisers, in the order in which the file lists them. In an encrypted file, lists of offsets
/// cannot be read, so their initialisers get the address [`NOWHERE`].
pub(super) fn initialisers(space: &AddressSpace<'_>, encrypted: bool) -> Vec<u64> {
    let of =
        |kind: macho::SectionType| space.sections.iter().filter(move |section| section.flags.typ() == kind);
    let pointers = of(macho::S_MOD_INIT_FUNC_POINTERS).flat_map(|section| space.entry_addresses(section, 8));
    let offsets = of(macho::S_INIT_FUNC_OFFSETS).flat_map(|section| space.entry_addresses(section, 4));
    let pointers = pointers.filter_map(|entry| space.resolve_internal_target(entry));
    let offsets = offsets.filter_map(|entry| {
        let offset = space.read_u32(entry)?;
        Some(if encrypted { NOWHERE } else { space.base.wrapping_add(u64::from(offset)) })
    });
    pointers.chain(offsets).collect()
}

/// An address that is in no image.
const NOWHERE: u64 = u64::MAX;

/// The symbol, the object file and the source file that the symbol table contains for one address or one name.
#[derive(Default)]
struct SymbolFacts {
    symbol: Option<String>,
    object: Option<String>,
    source: Option<String>,
}

/// Names the initialisers at these addresses. The function also finds the object files from which the initialisers and the `+load` methods
/// were compiled.
pub(super) fn name_initialisers(
    file: &[u8],
    loads: Vec<String>,
    initialisers: &[u64],
) -> Result<(Vec<PreMainCode>, Vec<PreMainCode>), String> {
    let mut by_address: HashMap<u64, SymbolFacts> =
        initialisers.iter().map(|address| (*address, SymbolFacts::default())).collect();
    let mut by_name: HashMap<&str, SymbolFacts> =
        loads.iter().map(|name| (name.as_str(), SymbolFacts::default())).collect();
    let mut at: (String, Option<String>) = Default::default();
    each_function(file, &mut |function| match function {
        SymbolEntry::Object { object, source } => at = (object.to_owned(), source.map(str::to_owned)),
        SymbolEntry::InObject { name, address } => {
            for known in [by_address.get_mut(&address), by_name.get_mut(name)].into_iter().flatten() {
                if known.object.is_none() {
                    (known.object, known.source) = (Some(at.0.clone()), at.1.clone());
                }
            }
        }
        SymbolEntry::Defined { name, address } => {
            if let Some(known) = by_address.get_mut(&address)
                && known.symbol.is_none()
                && !name.is_empty()
            {
                known.symbol = Some(name.to_owned());
            }
        }
    })?;
    let loads = loads.iter().map(|symbol| new_code_fact(symbol.clone(), by_name.get(symbol.as_str())));
    let initialisers = initialisers.iter().enumerate().map(|(index, address)| {
        let known = by_address.get(address);
        let symbol = known.and_then(|known| known.symbol.clone());
        // An initialiser without a symbol is named by its position in the list. Addresses change with every build, whereas the position
        // changes only if an earlier entry is added or removed.
        new_code_fact(symbol.unwrap_or_else(|| format!("initialiser {} (no symbol)", index + 1)), known)
    });
    Ok((loads.collect(), initialisers.collect()))
}

/// Creates the fact of a function, with the object file and the source file if the symbol table has them.
fn new_code_fact(symbol: String, known: Option<&SymbolFacts>) -> PreMainCode {
    let (object, source) =
        known.map(|known| (known.object.clone(), known.source.clone())).unwrap_or_default();
    PreMainCode { symbol, object, source, ..PreMainCode::default() }
}
