"""The compiled core; everything else about the package stands in pyproject.toml."""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

flags = [] if sys.platform == "win32" else ["-O3", "-g0", *os.environ.get("REBELOTE_CFLAGS", "").split()]
link = ["-s"] if sys.platform.startswith("linux") else []

setup(
    ext_modules=cythonize(
        [Extension("rebelote._core", ["ext/rebelote/_core.pyx"], extra_compile_args=flags, extra_link_args=link)],
        include_path=["ext"],
        build_dir="build/cython",
    )
)
