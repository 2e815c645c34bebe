//! The debug map of a Mach-O file that has not been stripped: which object file and which source
//! each method and class came from.

use super::{Place, Symbols};
use crate::macho::{Function, each_function, thin};

/// What the debug map of an executable or dylib says of methods and classes; none if it has none.
/// Of a universal file the arm64 part is read.
pub fn read_debug_map(bytes: &[u8]) -> Result<Option<Symbols>, String> {
    let mut symbols = Symbols::default();
    let mut place = None;
    each_function(thin(bytes)?, &mut |function| match function {
        Function::Object { object, source } => {
            let source = source.map(str::to_owned);
            place = Some(symbols.add_place(Place { object: object.to_owned(), source }));
        }
        Function::InObject { name, .. } => {
            if let Some(place) = place {
                symbols.add_symbol(name, place);
            }
        }
        Function::Defined { .. } => {}
    })?;
    Ok(place.is_some().then_some(symbols))
}
