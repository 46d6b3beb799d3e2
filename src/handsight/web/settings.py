"""The settings of the server, which no request can change."""

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
    """Settings that are fixed when the server starts.

    Attributes:
        host: address on which the server listens.
        port: port on which the server listens; 0 for any free port.
        token: token that every request to the API must carry; empty if no token is needed. A server
            that is not on loopback always has one, because `handsight.web.server.serve` generates
            it if it is empty.
        store: file in which played hands and open tables are stored; None to keep hands in memory
            only, and no tables.
        agents: agents that a person can play against, by the names that requests use.
        arenas: stores of the arenas to show, by the names that requests use.
        charts: folder or file with preflop charts of your own; None for those of the shipped
            blueprint.
        memory: memory in bytes that all solutions and solves may take together; None for half of
            what is free.
        reviews: file in which reviewed hands are kept, so that they are not reviewed again; None
            to keep them in memory only.
        drills: file in which the answers in drills are kept; None to keep no answers.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    store: Path | None = None
    agents: dict[str, AgentSpec] = field(default_factory=dict)
    arenas: dict[str, Path] = field(default_factory=dict)
    charts: Path | None = None
    memory: int | None = None
    reviews: Path | None = None
    drills: Path | None = None

    @property
    def hosts(self) -> frozenset[str]:
        """The names and numeric addresses, without a port, that requests may have as their host."""
        if not is_any_address(self.host):
            number = ipaddress_or_none(self.host)
            own = self.host.lower() if number is None else str(number)
            return frozenset({*LOOPBACK_NAMES, own})
        names = {socket.gethostname().lower(), socket.getfqdn().lower()}
        return frozenset({*LOOPBACK_NAMES, *names, *_own_addresses()})


def is_any_address(host: str) -> bool:
    """Check whether a server on this host listens on all addresses of its machine.

    Example:
        >>> is_any_address("0.0.0.0"), is_any_address("::"), is_any_address("127.0.0.1")
        (True, True, False)
    """
    address = ipaddress_or_none(host)
    return address is not None and address.is_unspecified


def is_loopback(host: str) -> bool:
    """Check whether a server on this host is reachable only from this machine.

    Example:
        >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
        (True, True, False)
    """
    address = ipaddress_or_none(host)
    return host.lower() == "localhost" or (address is not None and address.is_loopback)


def ipaddress_or_none(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse a numeric address, which can be in brackets; return None if the host is a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def _own_addresses() -> set[str]:
    """Return the numeric IP addresses of this machine's network interfaces."""
    import psutil

    families = (socket.AF_INET, socket.AF_INET6)
    return {
        each.address.partition("%")[0]
        for addresses in psutil.net_if_addrs().values()
        for each in addresses
        if each.family in families
    }
