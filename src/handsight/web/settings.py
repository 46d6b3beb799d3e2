"""What is fixed when the server starts; no request can change it."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from pathlib import Path

from handsight.agents import AgentSpec

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")
TOKEN_BYTES = 24


@dataclass(frozen=True, slots=True)
class Settings:
    """What is fixed when the server starts.

    Attributes:
        host: the address that the server listens on.
        port: the port that the server listens on.
        token: what every request must carry; empty on loopback, where none is needed.
        store: where the hands that are played are kept; None to keep them in memory only.
        agents: those that may be played, by the names under which requests ask for them.
        arenas: stores of arenas that are shown, by the names under which requests ask for them.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    store: Path | None = None
    agents: dict[str, AgentSpec] = field(default_factory=dict)
    arenas: dict[str, Path] = field(default_factory=dict)

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which a browser may ask for this server, without the port."""
        if is_loopback(self.host):
            return frozenset(LOOPBACK_NAMES)
        if ipaddress_or_none(self.host) not in _ANY:
            return frozenset({*LOOPBACK_NAMES, self.host.lower()})
        own = {socket.gethostname().lower(), socket.getfqdn().lower()}
        return frozenset({*LOOPBACK_NAMES, *own, *_own_addresses()})


_ANY = (ipaddress.ip_address("0.0.0.0"), ipaddress.ip_address("::"))


def is_loopback(host: str) -> bool:
    """Say whether only this machine reaches a server that listens on that address.

    Example:
        >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
        (True, True, False)
    """
    address = ipaddress_or_none(host)
    return host.lower() == "localhost" or (address is not None and address.is_loopback)


def ipaddress_or_none(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address in numbers; None for a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def _own_addresses() -> set[str]:
    """List the addresses of this machine."""
    import psutil

    families = (socket.AF_INET, socket.AF_INET6)
    return {
        each.address.partition("%")[0]
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family in families
    }
