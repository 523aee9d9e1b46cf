"""The command: ``python -m sbst_pynguin [--sbst-mode MODE] [--sbst-parts PARTS] <arguments of Pynguin>``."""

from __future__ import annotations

import argparse
import os
import sys

from sbst_pynguin import COMPATIBLE, MODES, PARTS, install

MODE_VARIABLE = "SBST_PYNGUIN_MODE"
PARTS_VARIABLE = "SBST_PYNGUIN_PARTS"


def _install_from_environment() -> None:
    mode = os.environ.get(MODE_VARIABLE, COMPATIBLE)
    parts = os.environ.get(PARTS_VARIABLE)
    install(mode, PARTS if parts is None else [part for part in parts.split(",") if part])  # type: ignore[arg-type]


def main(arguments: list[str]) -> int:
    """Installs the parts that the arguments name, and runs Pynguin with the other arguments."""
    parser = argparse.ArgumentParser(prog="python -m sbst_pynguin", add_help=False, allow_abbrev=False)
    parser.add_argument("--sbst-mode", choices=MODES, default=os.environ.get(MODE_VARIABLE, COMPATIBLE))
    parser.add_argument("--sbst-parts", default=os.environ.get(PARTS_VARIABLE, ",".join(PARTS)))
    options, others = parser.parse_known_args(arguments[1:])
    # Processes that Pynguin spawns import this module again, and read what is to be installed from the environment.
    os.environ[MODE_VARIABLE] = options.sbst_mode
    os.environ[PARTS_VARIABLE] = options.sbst_parts
    try:
        _install_from_environment()
    except ValueError as error:
        parser.error(str(error))
    from pynguin.cli import main as pynguin  # noqa: PLC0415 - after the parts have been replaced

    code: int = pynguin(["pynguin", *others])
    return code


if __name__ == "__mp_main__":
    _install_from_environment()

if __name__ == "__main__":
    sys.exit(main(sys.argv))
