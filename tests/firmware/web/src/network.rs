//! The network: one address, and a socket for each connection that there may be.

use smoltcp::iface::{
    Config, Interface, PollIngressSingleResult, PollResult, SocketHandle, SocketSet, SocketStorage,
};
use smoltcp::socket::Socket as Any;
use smoltcp::socket::tcp::{Socket, SocketBuffer, State};
use smoltcp::time::{Duration, Instant};
use smoltcp::wire::{EthernetAddress, HardwareAddress, IpCidr, Ipv4Address};

use crate::LINKS;
use crate::lan9118::{ADDRESS, Lan9118};

/// Where it listens.
pub const PORT: u16 = 80;
/// The board's address in the network that QEMU makes, and who leads out of it.
const OWN: Ipv4Address = Ipv4Address::new(10, 0, 2, 15);
const GATEWAY: Ipv4Address = Ipv4Address::new(10, 0, 2, 2);

/// Bytes of a socket that were received and not read yet, and that were sent and not confirmed.
/// What comes in has to go through the controller's 10 KiB.
const RX: usize = 4096;
const TX: usize = 6144;
/// Milliseconds after which a client that confirms nothing is gone.
const PATIENCE: u64 = 30_000;

/// Where the sockets stand.
pub type Sockets = [SocketStorage<'static>; LINKS];

/// What the sockets hold.
pub struct Buffers {
    rx: [[u8; RX]; LINKS],
    tx: [[u8; TX]; LINKS],
}

impl Buffers {
    /// Empty.
    pub const NEW: Buffers = Buffers { rx: [[0; RX]; LINKS], tx: [[0; TX]; LINKS] };
}

/// The network, with its sockets.
pub struct Network {
    controller: Lan9118,
    interface: Interface,
    sockets: SocketSet<'static>,
    handles: [SocketHandle; LINKS],
}

impl Network {
    /// Of a controller. `seed` is random, so that nobody guesses the numbers that TCP begins with.
    pub fn new(
        mut controller: Lan9118,
        sockets: &'static mut Sockets,
        buffers: &'static mut Buffers,
        seed: u64,
    ) -> Network {
        let mut config = Config::new(HardwareAddress::Ethernet(EthernetAddress(ADDRESS)));
        config.random_seed = seed;
        let mut interface = Interface::new(config, &mut controller, Instant::ZERO);
        interface.update_ip_addrs(|addresses| {
            let _ = addresses.push(IpCidr::new(OWN.into(), 24));
        });
        let _ = interface.routes_mut().add_default_ipv4_route(GATEWAY);
        let mut sockets = SocketSet::new(&mut sockets[..]);
        let mut pairs = buffers.rx.iter_mut().zip(&mut buffers.tx);
        let handles = core::array::from_fn(|_| {
            let (rx, tx) = match pairs.next() {
                Some((rx, tx)) => (&mut rx[..], &mut tx[..]),
                None => Default::default(),
            };
            let mut socket = Socket::new(SocketBuffer::new(rx), SocketBuffer::new(tx));
            // Whole messages are written: there is nothing to wait for.
            socket.set_nagle_enabled(false);
            socket.set_timeout(Some(Duration::from_millis(PATIENCE)));
            sockets.add(socket)
        });
        Network { controller, interface, sockets, handles }
    }

    /// The socket of a connection.
    pub fn socket(&mut self, index: usize) -> Option<&mut Socket<'static>> {
        let handle = *self.handles.get(index)?;
        Some(self.sockets.get_mut(handle))
    }

    /// Takes in what has arrived and sends what is due. True if that has changed anything.
    ///
    /// Who finds every socket taken waits, or asks again later; the stack would refuse them.
    pub fn poll(&mut self, now: u64) -> bool {
        let now = Instant::from_millis(i64::try_from(now).unwrap_or(i64::MAX));
        let Network { controller, interface, sockets, .. } = self;
        let mut is_changed = false;
        loop {
            let is_free = |socket: &Socket<'_>| socket.state() == State::Listen;
            controller.is_full = !sockets.iter().any(|(_, Any::Tcp(socket))| is_free(socket));
            match interface.poll_ingress_single(now, controller, sockets) {
                PollIngressSingleResult::None => break,
                PollIngressSingleResult::PacketProcessed => {}
                PollIngressSingleResult::SocketStateChanged => is_changed = true,
            }
        }
        is_changed |=
            interface.poll_egress(now, controller, sockets) == PollResult::SocketStateChanged;
        is_changed
    }

    /// True if nothing has arrived; what does interrupts.
    pub fn is_idle(&self) -> bool {
        self.controller.is_idle()
    }
}
