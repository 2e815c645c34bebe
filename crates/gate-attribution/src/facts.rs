//! Sets the modules and owners of images, `+load` methods and static initialisers in the facts of a build.

use gate_facts::{Facts, PreMainCode};

use super::{Attribution, CompiledFrom, ModuleAndOwner};

impl Attribution {
    /// Sets the module and the owner of every image, `+load` method and static initialiser.
    pub fn attribute_facts(&self, facts: &mut Facts) {
        for image in &mut facts.images {
            let path = image.path.as_str();
            for code in image.loads.iter_mut().chain(&mut image.initialisers) {
                self.attribute_code(code, path);
            }
            ModuleAndOwner { module: image.module, owner: image.owner } = self.attribute_image(path);
        }
    }

    fn attribute_code(&self, code: &mut PreMainCode, image: &str) {
        let place = code
            .object
            .as_ref()
            .map(|object| CompiledFrom { object: object.clone(), source: code.source.clone() });
        ModuleAndOwner { module: code.module, owner: code.owner } =
            self.attribute_symbol(&code.symbol, image, place.as_ref());
    }
}
