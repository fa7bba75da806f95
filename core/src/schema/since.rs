//! The revisions by short names, for the tables of properties.

use crate::rules::Revision;

pub(super) const NOV24: Revision = Revision::V2024_11_05;
pub(super) const MAR25: Revision = Revision::V2025_03_26;
pub(super) const JUN25: Revision = Revision::V2025_06_18;
pub(super) const DRAFT: Revision = Revision::Draft2025V3;
pub(super) const NOV25: Revision = Revision::V2025_11_25;
pub(super) const JUL26: Revision = Revision::V2026_07_28;
