"""The modules that are compared: of the standard library, and of packages that others have published."""

from __future__ import annotations

STANDARD = (
    "argparse",
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
    "imaplib",
    "ipaddress",
    "json.decoder",
    "optparse",
    "pprint",
    "shlex",
    "sched",
    "string",
    "tarfile",
    "textwrap",
    "tomllib._parser",
    "typing",
    "urllib.parse",
)

PUBLISHED = {
    "docstring_parser.google": "docstring-parser",
    "humanize.number": "humanize",
    "markdown.blockprocessors": "Markdown",
    "markdown.util": "Markdown",
    "mistune.util": "mistune",
    "packaging.version": "packaging",
    "packaging.specifiers": "packaging",
    "parso.utils": "parso",
    "pathspec.util": "pathspec",
    "rich.text": "rich",
    "roman": "roman",
    "semver.version": "semver",
    "slugify.slugify": "python-slugify",
    "sqlglot.parser": "sqlglot",
    "sqlglot.tokens": "sqlglot",
    "tinydb.queries": "tinydb",
    "wcwidth.wcwidth": "wcwidth",
}
"""Module, and the name of its package on PyPI."""

LARGE = {"xml.dom.minidom": 40, "_pyio": 40, "mailbox": 20}
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
