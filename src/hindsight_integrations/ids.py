"""Makes the ids of new records and turns; it keeps none."""

from __future__ import annotations

import os
import time


def new_id() -> str:
    """A UUID of version 7 (RFC 9562): 48 bits of time, then chance; it sorts by birth."""
    stamp = time.time_ns() // 1_000_000
    bits = int.from_bytes(os.urandom(10), "big")
    value = (stamp & (1 << 48) - 1) << 80 | bits
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    digits = f"{value:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
