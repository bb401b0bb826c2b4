"""The compiled core; everything else about the package stands in pyproject.toml."""

import os
import platform
import sys
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

# Counting cards in one instruction is in every x86-64 processor since 2008. The loops are over
# a few seats or cards: unrolled for vectors they are slower (docs/algorithm.md).
FLAGS = ["-O2", "-g0", "-fno-tree-vectorize", "-fno-tree-slp-vectorize"]
if platform.machine().lower() in ("x86_64", "amd64"):
    FLAGS.append("-mpopcnt")
flags = [] if sys.platform == "win32" else FLAGS + os.environ.get("REBELOTE_CFLAGS", "").split()
link = ["-s"] if sys.platform.startswith("linux") else []

setup(
    ext_modules=cythonize(
        [
            Extension(
                "rebelote._core",
                ["ext/rebelote/_core.pyx"],
                include_dirs=["ext"],
                depends=glob("ext/rebelote/*.h"),
                extra_compile_args=flags,
                extra_link_args=link,
            )
        ],
        include_path=["ext"],
        build_dir="build/cython",
    )
)
