//! The network controller of the board, an SMSC LAN9118: frames in and out, as smoltcp wants them.
//!
//! It has a memory of its own for frames in both directions. Whole frames go through two registers,
//! a word at a time; the controller is asked how much is in it, and it interrupts when a frame has
//! arrived.

use crate::backlog::Backlog;
use smoltcp::phy::{Device, DeviceCapabilities, Medium, RxToken, TxToken};
use smoltcp::time::Instant;
use smoltcp::wire::{EthernetFrame, EthernetProtocol, IpProtocol, Ipv4Packet, TcpPacket};

const BASE: usize = 0x4020_0000;
const RX_DATA: usize = 0x00;
const TX_DATA: usize = 0x20;
const RX_STATUS: usize = 0x40;
const TX_STATUS: usize = 0x48;
const INTERRUPT_CONFIG: usize = 0x54;
const INTERRUPT_STATUS: usize = 0x58;
const INTERRUPT_ENABLE: usize = 0x5C;
const BYTE_ORDER: usize = 0x64;
const FIFO_LEVELS: usize = 0x68;
const TX_CONFIG: usize = 0x70;
const HARDWARE_CONFIG: usize = 0x74;
const RX_LEVEL: usize = 0x7C;
const TX_LEVEL: usize = 0x80;
const MAC_COMMAND: usize = 0xA4;
const MAC_DATA: usize = 0xA8;

/// What [`BYTE_ORDER`] reads as, once the controller can be talked to.
const ORDERED: u32 = 0x8765_4321;
const RESET: u32 = 1;
/// Whole frames wait in it before they go out; 5 KiB are for these.
const STORE_AND_FORWARD: u32 = 1 << 20;
const TX_SIZE: u32 = 5 << 16;
const TX_ON: u32 = 1 << 1;
/// The interrupt line is on, driven, and active when high.
const INTERRUPT_LINE: u32 = 1 << 8 | 1 << 4 | 1;
/// More frames have arrived than the level in [`FIFO_LEVELS`], which is none.
const FRAME_ARRIVED: u32 = 1 << 3;

/// Registers behind [`MAC_COMMAND`]: control, and the address in two parts.
const MAC_CONTROL: u32 = 1;
const MAC_HIGH: u32 = 2;
const MAC_LOW: u32 = 3;
const MAC_BUSY: u32 = 1 << 31;
const MAC_RECEIVES: u32 = 1 << 2;
const MAC_SENDS: u32 = 1 << 3;

/// Of a frame: of its first and its last piece, which are the same here.
const WHOLE_FRAME: u32 = 1 << 13 | 1 << 12;
const RX_ERROR: u32 = 1 << 15;
/// Behind each frame stands its check sum, which the controller has looked at.
const CHECK_SUM: usize = 4;
/// The longest frame without it.
const FRAME: usize = 1514;
/// What a frame takes while it waits to go out.
const TX_ROOM: u32 = FRAME as u32 + 16;

/// The address of the board on its network, one that anybody may use.
pub const ADDRESS: [u8; 6] = [0x02, 0x00, 0x00, 0x00, 0x00, 0x01];

fn read(register: usize) -> u32 {
    // SAFETY: a register of the controller; all those above are words of its page.
    unsafe { ((BASE + register) as *const u32).read_volatile() }
}

fn write(register: usize, value: u32) {
    // SAFETY: as above.
    unsafe { ((BASE + register) as *mut u32).write_volatile(value) }
}

/// Lets no frame interrupt until [`Lan9118::is_idle`] is asked.
pub fn hush() {
    write(INTERRUPT_ENABLE, 0);
}

/// The controller, and one frame on its way in or out.
pub struct Lan9118 {
    frame: [u8; FRAME],
    /// Every socket is taken, so that who wants to connect has to wait.
    pub is_full: bool,
    backlog: Backlog,
}

impl Lan9118 {
    /// Brings the controller into operation. `None` if there is none, or it does not come up.
    pub fn begin() -> Option<Lan9118> {
        wait(|| read(BYTE_ORDER) == ORDERED)?;
        write(HARDWARE_CONFIG, RESET);
        wait(|| read(HARDWARE_CONFIG) & RESET == 0)?;
        write(HARDWARE_CONFIG, STORE_AND_FORWARD | TX_SIZE);
        let [a, b, c, d, e, f] = ADDRESS;
        write_mac(MAC_LOW, u32::from_le_bytes([a, b, c, d]))?;
        write_mac(MAC_HIGH, u32::from_le_bytes([e, f, 0, 0]))?;
        write(FIFO_LEVELS, 0);
        write(INTERRUPT_CONFIG, INTERRUPT_LINE);
        write(TX_CONFIG, TX_ON);
        write_mac(MAC_CONTROL, MAC_RECEIVES | MAC_SENDS)?;
        Some(Lan9118 { frame: [0; FRAME], is_full: false, backlog: Backlog::EMPTY })
    }

    /// True if no frame has arrived; the next one interrupts.
    pub fn is_idle(&self) -> bool {
        write(INTERRUPT_STATUS, FRAME_ARRIVED);
        write(INTERRUPT_ENABLE, FRAME_ARRIVED);
        frames() == 0
    }

    /// Takes the next frame, of those who waited or out of the controller. Gives its length.
    fn take(&mut self) -> Option<usize> {
        if !self.is_full
            && let Some(len) = self.backlog.next(&mut self.frame)
        {
            return Some(len);
        }
        while frames() > 0 {
            let status = read(RX_STATUS);
            let len = (status >> 16) as usize & 0x3fff;
            let mut words = len.div_ceil(4);
            let len = len.saturating_sub(CHECK_SUM);
            let is_good = status & RX_ERROR == 0;
            if let Some(frame) = self.frame.get_mut(..len).filter(|_| is_good) {
                for piece in frame.chunks_mut(4) {
                    let word = read(RX_DATA).to_le_bytes();
                    piece.iter_mut().zip(word).for_each(|(to, from)| *to = from);
                }
                words -= len.div_ceil(4);
                (0..words).for_each(|_| _ = read(RX_DATA));
                if self.is_full && begins_connection(frame) {
                    self.backlog.keep(frame);
                    continue;
                }
                return Some(len);
            }
            (0..words).for_each(|_| _ = read(RX_DATA));
        }
        None
    }
}

/// True for a frame with a TCP segment over IPv4 that asks for a connection.
fn begins_connection(frame: &[u8]) -> bool {
    let Ok(frame) = EthernetFrame::new_checked(frame) else { return false };
    if frame.ethertype() != EthernetProtocol::Ipv4 {
        return false;
    }
    let Ok(packet) = Ipv4Packet::new_checked(frame.payload()) else { return false };
    let segment = TcpPacket::new_checked(packet.payload());
    packet.next_header() == IpProtocol::Tcp && segment.is_ok_and(|tcp| tcp.syn() && !tcp.ack())
}

/// How many frames have arrived.
fn frames() -> u32 {
    read(RX_LEVEL) >> 16 & 0xff
}

/// Waits for what comes soon, or never.
fn wait(is_done: impl Fn() -> bool) -> Option<()> {
    (0..1_000_000).any(|_| is_done()).then_some(())
}

fn write_mac(register: u32, value: u32) -> Option<()> {
    wait(|| read(MAC_COMMAND) & MAC_BUSY == 0)?;
    write(MAC_DATA, value);
    write(MAC_COMMAND, MAC_BUSY | register);
    wait(|| read(MAC_COMMAND) & MAC_BUSY == 0)
}

/// True if a frame may be written. How those before went out is read and forgotten: what is lost
/// is sent again by TCP.
fn has_room() -> bool {
    while read(TX_LEVEL) >> 16 & 0xff > 0 {
        read(TX_STATUS);
    }
    read(TX_LEVEL) & 0xffff >= TX_ROOM
}

/// A frame that has arrived, in the driver's memory.
pub struct Arrived<'d>(&'d [u8]);

/// Leave to send one frame. It is written where it stands, which is not where arrived ones are:
/// an answer is written while the question is read.
pub struct Leave;

impl Device for Lan9118 {
    type RxToken<'a> = Arrived<'a>;
    type TxToken<'a> = Leave;

    fn receive(&mut self, _: Instant) -> Option<(Arrived<'_>, Leave)> {
        if !has_room() {
            return None;
        }
        let len = self.take()?;
        Some((Arrived(self.frame.get(..len)?), Leave))
    }

    fn transmit(&mut self, _: Instant) -> Option<Leave> {
        has_room().then_some(Leave)
    }

    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.medium = Medium::Ethernet;
        capabilities.max_transmission_unit = FRAME;
        capabilities
    }
}

impl RxToken for Arrived<'_> {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(self.0)
    }
}

impl TxToken for Leave {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, len: usize, fill: F) -> R {
        let mut frame = [0; FRAME];
        let len = len.min(FRAME);
        let (frame, _) = frame.split_at_mut(len);
        let result = fill(frame);
        write(TX_DATA, WHOLE_FRAME | len as u32);
        // The second word names the frame, which matters to nobody, and says its length again.
        write(TX_DATA, len as u32);
        for piece in frame.chunks(4) {
            let mut word = [0; 4];
            word.iter_mut().zip(piece).for_each(|(to, from)| *to = *from);
            write(TX_DATA, u32::from_le_bytes(word));
        }
        result
    }
}
