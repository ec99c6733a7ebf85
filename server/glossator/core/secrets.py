"""Which files hold secrets by their name or first line, so that they are never read into the index.

The list is about files whose only purpose is to hold credentials. It holds for tracked files too.
"""

from __future__ import annotations

import re
from fnmatch import translate

_SECRET_NAMES = (
    ".env",
    ".env.*",
    ".env-*",
    ".env_*",
    ".envrc",
    "*.env",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.p8",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "*.agekey",
    "*.tfstate",
    "*.tfstate.backup",
    "*.tfvars",
    "*.ovpn",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pypirc",
    ".git-credentials",
    ".htpasswd",
    ".pgpass",
    ".my.cnf",
    ".dockercfg",
    ".dockerconfigjson",
    ".vault_pass*",
    ".vault-token",
    ".s3cfg",
    ".boto",
    "credentials.json",
    "client_secret*.json",
    "service-account*.json",
    "service_account*.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.json",
    "secrets.toml",
)
_SECRET_PLACES = (
    ".aws/credentials",
    ".aws/config",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".docker/config.json",
    ".kube/config",
    ".config/gh/hosts.yml",
)
_SECRET_FOLDERS = (".ssh", ".gnupg")

_NAME = re.compile("|".join(translate(pattern) for pattern in _SECRET_NAMES))
_PLACE = re.compile(
    r"(?:^|/)(?:(?:{places})$|(?:{folders})/)".format(
        places="|".join(map(re.escape, _SECRET_PLACES)), folders="|".join(map(re.escape, _SECRET_FOLDERS))
    )
)
_PRIVATE_KEY = re.compile(rb"\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----")


def is_secret_path(path: str) -> bool:
    """Whether the file at this "/"-separated path is one that holds secrets by its name; letter case is ignored."""
    lower = path.lower()
    return _NAME.match(lower.rpartition("/")[2]) is not None or _PLACE.search(lower) is not None


def is_private_key(raw: bytes) -> bool:
    """Whether the file's bytes begin as a private key in PEM or OpenPGP armour, whatever its name."""
    return _PRIVATE_KEY.match(raw) is not None
