"""The command: ``python -m sbst_pynguin [--sbst-mode MODE] [--sbst-parts PARTS] <arguments of Pynguin>``."""

from __future__ import annotations

import argparse
import sys

from sbst_pynguin import COMPATIBLE, MODES, PARTS, install


def main(arguments: list[str]) -> int:
    """Installs the parts that the arguments name, and runs Pynguin with the other arguments."""
    parser = argparse.ArgumentParser(prog="python -m sbst_pynguin", add_help=False, allow_abbrev=False)
    parser.add_argument("--sbst-mode", choices=MODES, default=COMPATIBLE, help="whose numbers are computed")
    parser.add_argument(
        "--sbst-parts", default=",".join(PARTS), metavar="PART,..", help="the parts of Pynguin that are replaced"
    )
    options, others = parser.parse_known_args(arguments[1:])
    if not others or "-h" in others or "--help" in others:
        parser.print_help()
    try:
        install(options.sbst_mode, [part for part in options.sbst_parts.split(",") if part])
    except ValueError as error:
        parser.error(str(error))
    from pynguin.cli import main as pynguin  # noqa: PLC0415 - after the parts have been replaced

    code: int = pynguin(["pynguin", *others])
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv))
