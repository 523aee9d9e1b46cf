//! Landing pads: the blocks where execution goes on after a call that unwinds.
//!
//! - Each function with landing pads has a description in `.eh_frame`, which says where its table
//!   is in `.gcc_except_table`. The call sites of the table say which landing pad belongs to which
//!   instructions.
//! - A call site without an action cleans up: the landing pad drops what the function owns, and
//!   unwinding goes on. One with an action may end the unwinding, as `catch_unwind` and `catch` do.
//! - Programs without these sections, such as those in C, have no landing pads.
//!
//! Time and space are linear in the size of the two sections. Source: Itanium C++ ABI, "Exception
//! Handling", and the tables of GCC that LLVM writes as well.

use crate::runtime::Image;
use addr2line::gimli::constants::{self, DwEhPe};
use addr2line::gimli::{
    BaseAddresses, CieOrFde, EhFrame, EndianSlice, Error, NativeEndian, Pointer, Reader,
    Result as Read, UnwindSection,
};
use object::{Object, ObjectSection, ReadCache};
use std::fs::File;
use std::mem::ManuallyDrop;

/// The purpose of a landing pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pad {
    /// Unwinding goes on after it.
    Cleanup,
    /// Unwinding may end here.
    Catch,
}

/// The landing pads of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pads {
    /// Addresses, ascending, each once.
    all: Vec<(usize, Pad)>,
}

/// Number of bytes between the address of a block and that of the landing pad that the block is:
/// none, or the instruction that marks a target of jumps (`endbr64` on x86-64, `bti` on AArch64). A
/// block with a guard is longer, so it is never taken for the one after it.
const MARKER: usize = 4;

impl Pads {
    /// Reads the landing pads of loaded files. A file that cannot be read has none.
    pub(super) fn of<'i>(images: impl Iterator<Item = &'i Image>) -> Self {
        let mut all = Vec::new();
        for image in images {
            let read = read_file(image).unwrap_or_default();
            all.extend(
                read.into_iter()
                    .map(|(address, pad)| (image.base.wrapping_add(address as usize), pad)),
            );
        }
        Self::new(all)
    }

    /// Creates the set of these landing pads. One that several call sites lead to catches if one of
    /// them has an action.
    fn new(mut all: Vec<(usize, Pad)>) -> Self {
        all.sort_unstable();
        all.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                kept.1 = later.1;
            }
            is_same
        });
        Self { all }
    }

    /// Returns `true` if the block at this address is a landing pad after which unwinding goes on.
    pub(super) fn is_cleanup(&self, block: usize) -> bool {
        self.at(block) == Some(Pad::Cleanup)
    }

    /// Returns `true` if the block at this address is a landing pad.
    pub(super) fn is_pad(&self, block: usize) -> bool {
        self.at(block).is_some()
    }

    fn at(&self, block: usize) -> Option<Pad> {
        let at = self.all.partition_point(|pad| pad.0 < block);
        self.all.get(at).filter(|pad| pad.0 - block <= MARKER).map(|pad| pad.1)
    }

    /// Creates a set of landing pads that clean up.
    #[cfg(test)]
    pub(super) fn cleanups(addresses: &[usize]) -> Self {
        Self::new(addresses.iter().map(|&address| (address, Pad::Cleanup)).collect())
    }
}

/// Reads the landing pads of a file, at addresses of the file; `None` if it has no such sections.
fn read_file(image: &Image) -> Option<Vec<(u64, Pad)>> {
    // Only what is asked for is read, not the debug information. The parts are never freed: they
    // would be in random order, and the target's memory would be elsewhere in each search of the
    // same seed.
    let cache = ManuallyDrop::new(ReadCache::new(File::open(&image.path).ok()?));
    let file = object::File::parse(&*cache).ok()?;
    let section = |name| {
        let section = file.section_by_name(name)?;
        Some(Section { bytes: section.data().ok()?, address: section.address() })
    };
    Some(read_sections(section(".eh_frame")?, section(".gcc_except_table")?))
}

/// A section of a file.
#[derive(Clone, Copy, Debug)]
struct Section<'b> {
    bytes: &'b [u8],
    address: u64,
}

/// Reads the landing pads of all functions. A table that is damaged counts as absent.
fn read_sections(frames: Section<'_>, tables: Section<'_>) -> Vec<(u64, Pad)> {
    let bases = BaseAddresses::default().set_eh_frame(frames.address);
    let section = EhFrame::new(frames.bytes, NativeEndian);
    let (mut entries, mut pads) = (section.entries(&bases), Vec::new());
    while let Ok(Some(entry)) = entries.next() {
        let CieOrFde::Fde(partial) = entry else { continue };
        let Ok(frame) = partial.parse(EhFrame::cie_from_offset) else { continue };
        let Some(Pointer::Direct(table)) = frame.lsda() else { continue };
        let Some(offset) =
            table.checked_sub(tables.address).and_then(|offset| usize::try_from(offset).ok())
        else {
            continue;
        };
        let Some(bytes) = tables.bytes.get(offset..) else { continue };
        let whole = pads.len();
        if read_call_sites(
            EndianSlice::new(bytes, NativeEndian),
            frame.initial_address(),
            &mut pads,
        )
        .is_err()
        {
            pads.truncate(whole);
        }
    }
    pads
}

/// Appends the landing pads of the function that begins at `function`.
fn read_call_sites(
    mut table: EndianSlice<'_, NativeEndian>,
    function: u64,
    pads: &mut Vec<(u64, Pad)>,
) -> Read<()> {
    if table.read_u8()? != constants::DW_EH_PE_omit.0 {
        // Landing pads are counted from somewhere else: a function in several pieces.
        return Ok(());
    }
    if table.read_u8()? != constants::DW_EH_PE_omit.0 {
        table.read_uleb128()?;
    }
    let encoding = DwEhPe(table.read_u8()?);
    let length = table.read_uleb128_u32()?;
    let mut sites = table.split(length as usize)?;
    while !sites.is_empty() {
        let (_begin, _length) =
            (read_number(&mut sites, encoding)?, read_number(&mut sites, encoding)?);
        let pad = read_number(&mut sites, encoding)?;
        let action = sites.read_uleb128()?;
        if pad != 0 {
            pads.push((
                function.wrapping_add(pad),
                if action == 0 { Pad::Cleanup } else { Pad::Catch },
            ));
        }
    }
    Ok(())
}

/// Reads a number of a call site.
fn read_number(sites: &mut EndianSlice<'_, NativeEndian>, encoding: DwEhPe) -> Read<u64> {
    match encoding {
        constants::DW_EH_PE_uleb128 => sites.read_uleb128(),
        constants::DW_EH_PE_udata2 => sites.read_u16().map(u64::from),
        constants::DW_EH_PE_udata4 => sites.read_u32().map(u64::from),
        constants::DW_EH_PE_udata8 => sites.read_u64(),
        constants::DW_EH_PE_absptr => sites.read_address(size_of::<usize>() as u8),
        _ => Err(Error::UnknownPointerEncoding(encoding)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A table as LLVM writes it: call sites at 0 with a pad at 0x20, at 8 without one, at 16 with
    /// a pad at 0x30 and an action.
    const TABLE: [u8; 16] = [0xFF, 0xFF, 1, 12, 0, 8, 0x20, 0, 8, 8, 0, 0, 16, 8, 0x30, 1];

    fn call_sites(table: &[u8]) -> Read<Vec<(u64, Pad)>> {
        let mut pads = Vec::new();
        read_call_sites(EndianSlice::new(table, NativeEndian), 0x1000, &mut pads).map(|()| pads)
    }

    /// Creates a section with one CIE and one FDE of a function at 0x1000, whose table is at the
    /// begin of the section at 0x9000.
    fn frames() -> Vec<u8> {
        let mut bytes = Vec::new();
        // Version 1, "zLR" with encodings `udata4` for both, alignment factors 1 and -8, return
        // address 16.
        let cie = [1, b'z', b'L', b'R', 0, 1, 0x78, 16, 2, 3, 3, 0, 0, 0, 0, 0];
        bytes.extend(20_u32.to_ne_bytes());
        bytes.extend(0_u32.to_ne_bytes());
        bytes.extend(cie);
        bytes.extend(20_u32.to_ne_bytes());
        bytes.extend(28_u32.to_ne_bytes());
        bytes.extend(0x1000_u32.to_ne_bytes());
        bytes.extend(0x40_u32.to_ne_bytes());
        bytes.push(4);
        bytes.extend(0x9000_u32.to_ne_bytes());
        bytes.extend([0, 0, 0]);
        bytes.extend(0_u32.to_ne_bytes());
        bytes
    }

    fn read(frames: &[u8], tables: &[u8]) -> Vec<(u64, Pad)> {
        read_sections(
            Section { bytes: frames, address: 0x8000 },
            Section { bytes: tables, address: 0x9000 },
        )
    }

    #[test]
    fn call_sites_without_an_action_clean_up() {
        assert_eq!(read(&frames(), &TABLE), [(0x1020, Pad::Cleanup), (0x1030, Pad::Catch)]);
        // Numbers of four bytes, and types that may be caught.
        let mut wide = vec![0xFF, 0, 30, 3, 13];
        for number in [0_u32, 8, 0x20] {
            wide.extend(number.to_ne_bytes());
        }
        wide.push(0);
        assert_eq!(call_sites(&wide), Ok(vec![(0x1020, Pad::Cleanup)]));
    }

    #[test]
    fn the_block_of_a_landing_pad_may_begin_with_one_instruction_more() {
        let pads =
            Pads::new(vec![(0x130, Pad::Catch), (0x120, Pad::Cleanup), (0x130, Pad::Cleanup)]);
        assert!(pads.is_cleanup(0x120) && pads.is_cleanup(0x11C));
        assert!(!pads.is_cleanup(0x11B) && !pads.is_cleanup(0x121));
        // It catches in one case.
        assert!(!pads.is_cleanup(0x130) && !pads.is_cleanup(0x140));
    }

    #[test]
    fn this_program_has_landing_pads_within_its_code() {
        let images = crate::runtime::images();
        let own = &images[0];
        let pads = Pads::of(std::iter::once(own));
        assert!(
            pads.all.iter().any(|pad| pad.1 == Pad::Cleanup)
                && pads.all.iter().any(|pad| pad.1 == Pad::Catch)
        );
        assert!(pads.all.iter().all(|pad| own.range.contains(&pad.0)));
        let gone = Image { path: "/nonexistent".into(), ..own.clone() };
        assert_eq!(Pads::of(std::iter::once(&gone)), Pads::default());
    }

    #[test]
    fn a_table_that_ends_too_early_has_no_landing_pads() {
        for length in 0..TABLE.len() {
            assert_eq!(read(&frames(), &TABLE[..length]), []);
        }
        for length in 0..frames().len() - 7 {
            assert_eq!(read(&frames()[..length], &TABLE), []);
        }
    }

    proptest! {
        #[test]
        fn damaged_sections_are_read_to_the_end(
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            bytes in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let (mut frames, mut table) = (frames(), TABLE.to_vec());
            for (at, byte) in damage {
                let at = at.index(frames.len() + table.len());
                let split = frames.len();
                *if at < split { &mut frames[at] } else { &mut table[at - split] } = byte;
            }
            // A pad takes four bytes of a table or more, and the section has no room for a second
            // function.
            prop_assert!(read(&frames, &table).len() <= TABLE.len() / 4);
            prop_assert!(
                call_sites(&bytes).is_ok_and(|pads| pads.len() <= bytes.len() / 4)
                    || call_sites(&bytes).is_err()
            );
            let _ = read(&bytes, &bytes);
        }
    }
}
