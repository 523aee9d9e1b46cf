"""The command: ``python -m sbst_pynguin [--sbst-mode MODE] [--sbst-parts PARTS] <arguments of Pynguin>``."""

from __future__ import annotations

import argparse
import os
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
    begins = say(options.sbst_mode, others)
    # The module under test is imported with hooks in it: no bytecode of it stays beside its source.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    from pynguin.cli import main as pynguin  # noqa: PLC0415 - after the parts have been replaced

    code: int = pynguin(["pynguin", *others])
    if begins:
        _line(f"Pynguin returned {code}")
    return code


def say(mode: str, arguments: list[str]) -> bool:
    """Says what begins, and how long it may take: by default Pynguin searches for ten minutes without a word.

    Returns ``False``, and says nothing, if Pynguin will not search: without a module or the variable that it wants, or
    when it is only asked for help.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--maximum-search-time", "--maximum_search_time", default=None)
    parser.add_argument("--maximum-iterations", "--maximum_iterations", default=None)
    parser.add_argument("--module-name", "--module_name", default=None)
    budget, _ = parser.parse_known_args(arguments)
    if budget.module_name is None or "PYNGUIN_DANGER_AWARE" not in os.environ or {"-h", "--help"} & set(arguments):
        return False
    limits = []
    if budget.maximum_iterations is not None:
        limits.append(f"{budget.maximum_iterations} iterations")
    if budget.maximum_search_time is not None:
        limits.append(f"{budget.maximum_search_time} s")
    limit = " or ".join(limits) or "600 s (--maximum-search-time SECONDS changes that)"
    _line(
        f"Pynguin tests {budget.module_name} with the numbers of the {mode} mode, for at most {limit};"
        " -v shows its progress"
    )
    return True


def _line(text: str) -> None:
    """Writes a line at once: Pynguin's worker may write to the same place, between what ``print`` writes and its end."""
    sys.stderr.write(f"sbst-pynguin: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv))
