//! Reads the counted functions of a trace, with their addresses as offsets in images.

use trace::{ImageFlags, ImageId, Reader};

use super::TickScale;
use crate::build::strip_folder;
use crate::{CountedImage, FunctionCount};

/// Reads the counts of functions; returns `None` if the app does not count calls.
pub(super) fn read_counts(trace: &Reader<'_>, scale: &TickScale) -> Option<Vec<CountedImage>> {
    let counted = trace.counted_images?;
    let folder = crate::place_of(trace);
    // The images are sorted by address, so that callers can be found.
    let mut images: Vec<(u64, u64, ImageId)> = (0..)
        .map(ImageId)
        .zip(trace.images.iter())
        .map(|(id, image)| (image.load_address.0, image.size.0, id))
        .collect();
    images.sort_unstable();
    let mut rows: Vec<ImageId> = counted.image.iter().collect();
    let mut found: Vec<CountedImage> = Vec::new();
    for image in counted.iter() {
        let functions = image.functions().map(|one| FunctionCount {
            offset: one.offset.0,
            import: one.is_import,
            calls: one.calls.0,
            order: one.order,
            first_ns: scale.ns_at(one.first).0.max(0.0),
            caller: find_image(&images, one.caller.0)
                .map(|(id, offset)| (find_or_add_image(&mut rows, id), offset)),
            ..FunctionCount::default()
        });
        let functions: Vec<FunctionCount> = functions.collect();
        let lost = image.ran - functions.len() as u32;
        found.push(CountedImage { all: image.all, lost, functions, ..CountedImage::default() });
    }
    found.resize_with(rows.len(), CountedImage::default);
    for (place, id) in found.iter_mut().zip(rows) {
        if let Some(image) = trace.images.get(id) {
            let path = image.path.to_string();
            let in_app = strip_folder(&path, &folder).filter(|_| image.flags.contains(ImageFlags::IN_BUNDLE));
            place.path = in_app.map_or_else(|| path.clone(), str::to_owned);
            place.uuid = image.uuid.to_string();
        }
    }
    Some(found)
}

/// Returns the image that contains an address, and the offset from its header. If images are nested, as some images of the system are, the
/// innermost image is returned.
fn find_image(images: &[(u64, u64, ImageId)], address: u64) -> Option<(ImageId, u64)> {
    let after = images.partition_point(|(start, ..)| *start <= address);
    let (start, size, id) = *images.get(after.checked_sub(1)?)?;
    (address - start < size).then_some((id, address - start))
}

/// Returns the index of an image in `rows`, and adds the image if it is new.
fn find_or_add_image(rows: &mut Vec<ImageId>, id: ImageId) -> usize {
    rows.iter().position(|known| *known == id).unwrap_or_else(|| {
        rows.push(id);
        rows.len() - 1
    })
}
