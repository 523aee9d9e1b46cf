"""The modules that are compared: of the standard library, and of packages that others have published."""

from __future__ import annotations

STANDARD = (
    "base64",
    "bisect",
    "calendar",
    "colorsys",
    "configparser",
    "copy",
    "csv",
    "dataclasses",
    "difflib",
    "fnmatch",
    "fractions",
    "graphlib",
    "heapq",
    "ipaddress",
    "json.decoder",
    "optparse",
    "pprint",
    "shlex",
    "sched",
    "string",
    "textwrap",
    "tomllib._parser",
    "urllib.parse",
)

PUBLISHED = {
    "docstring_parser.google": "docstring-parser",
    "humanize.number": "humanize",
    "idna.core": "idna",
    "markdown.util": "Markdown",
    "mistune.util": "mistune",
    "packaging.version": "packaging",
    "packaging.specifiers": "packaging",
    "parso.utils": "parso",
    "pathspec.util": "pathspec",
    "roman": "roman",
    "semver.version": "semver",
    "slugify.slugify": "python-slugify",
    "sqlglot.tokens": "sqlglot",
    "tinydb.queries": "tinydb",
    "wcwidth.wcwidth": "wcwidth",
}
"""Module, and the name of its package on PyPI."""

LARGE = {"_pydecimal": 20, "argparse": 30, "typing": 20, "mailbox": 20, "tarfile": 20, "sqlglot.generator": 10}
"""Large modules, with fewer iterations."""

MODULES = (*STANDARD, *PUBLISHED, *LARGE)

SHARES = (
    "difflib",
    "ipaddress",
    "json.decoder",
    "shlex",
    "textwrap",
    "urllib.parse",
    "packaging.version",
    "sqlglot.tokens",
    *LARGE,
)
"""Modules for which the time of each part is measured."""

RIGHT = (
    "calendar",
    "difflib",
    "ipaddress",
    "json.decoder",
    "shlex",
    "textwrap",
    "urllib.parse",
    "docstring_parser.google",
    "heapq",
    "optparse",
    "semver.version",
    "packaging.version",
    "roman",
    "tomllib._parser",
)
