"""The entry point of ``hindsight`` and ``python -m hindsight_integrations.surfaces``; it knows no command."""

from __future__ import annotations

import io
import sys

from hindsight_integrations.errors import MissingExtra


def main() -> None:
    """Run the command line; without its extra, one line says what to install."""
    try:
        from hindsight_integrations.surfaces.cli import app  # noqa: PLC0415 - optional: the extra may be missing
    except MissingExtra as error:
        sys.exit(f"error: {error}")
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show Chinese shows question marks instead of failing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="hindsight")


if __name__ == "__main__":
    main()
