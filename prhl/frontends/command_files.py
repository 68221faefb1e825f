"""The files that a command is given, and new text in place of the old in them."""

from pathlib import Path

import click

from prhl.frontends.configuration import configured


def given(files: tuple[str, ...]) -> tuple[str, ...]:
    """The paths of the command line, or those of the configuration."""
    found = files or tuple(configured(click.get_current_context()).get("paths", ()))
    if not found:
        raise click.UsageError("Missing argument 'PATH...': a file, a folder, or - for standard input.")
    return found


def rewrite(path: Path, new: bytes, old: bytes | None = None) -> None:
    """The new text in place of the old one, at once; if that fails, the old one stays. OSError if the file is not to be
    written, or is no longer what it was."""
    import errno
    import shutil
    import stat

    path = path.resolve()
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(errno.EACCES, "it is read-only")
    if old is not None and path.read_bytes() != old:
        raise OSError(errno.EBUSY, "it was changed in the meantime")
    fresh = path.with_name(path.name + ".prhl-new")
    try:
        fresh.write_bytes(new)
        shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
