"""Encryption of the order of virtual cards, with a key outside the database."""

import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from punto.clause import Malformed
from punto.error_codes import ErrorCode

_KEY_BYTES = 32
_NONCE_BYTES = 12


class Seal:
    """Encrypts bytes for one purpose. Decryption fails for another purpose or altered bytes."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def __repr__(self) -> str:
        return "Seal(...)"

    def close(self, purpose: str, text: bytes) -> bytes:
        """Return the encrypted bytes."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, text, purpose.encode())

    def open(self, purpose: str, sealed: bytes) -> bytes:
        """Return the decrypted bytes, or raise an error if the key does not fit."""
        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, rest, purpose.encode())
        except (InvalidTag, ValueError):
            text = f"this key does not open {purpose}"
            raise Malformed(
                text, "use the key that the server had before", code=ErrorCode.OTHER_KEY
            ) from None


def read_key(path: Path) -> bytes:
    """Return the key in a file that only its owner may read; create it if it is missing."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != _KEY_BYTES:
            raise Malformed(f"{path} is no key", code=ErrorCode.OTHER_KEY) from None
        if path.stat().st_mode & 0o077:
            raise Malformed(
                f"others may read {path}", f"chmod 600 {path}", code=ErrorCode.KEY_NOT_PRIVATE
            ) from None
        return key
    with os.fdopen(descriptor, "wb") as file:
        key = secrets.token_bytes(_KEY_BYTES)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key
