//! Bytes moved towards the front of the buffer that they stand in.

/// Moves `len` bytes that begin at `from` to `to`, which is not behind it. The two may overlap.
/// Nothing happens where that is not within `bytes`.
///
/// In steps that do not overlap: half a kilobyte of flash less than moving all at once, where that
/// is not in the machine's library already.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn shift_down(bytes: &mut [u8], to: usize, from: usize, len: usize) {
    let gap = from.saturating_sub(to);
    let Some(end) = from.checked_add(len).filter(|_| gap > 0) else { return };
    let mut held = bytes.get_mut(to..end).unwrap_or_default();
    while let Some((to, from)) = held.split_at_mut_checked(gap) {
        let step = to.len().min(from.len());
        if step == 0 {
            break;
        }
        if let (Some(to), Some(from)) = (to.get_mut(..step), from.get(..step)) {
            // Not `copy_from_slice`: the compiler does not always see that the lengths are the
            // same.
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        held = held.get_mut(step..).unwrap_or_default();
    }
}
