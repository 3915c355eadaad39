"""What Kernelpad adds for scripts; no script needs it to run."""

from kernelpad.display import display

__all__ = ["display"]
__version__ = "0.1.0"
