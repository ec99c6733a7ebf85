"""Which files hold secrets by their name or first line, so that they are never read into the index or a prompt.

The list is about files whose only purpose is to hold credentials. It holds for tracked files too, for copies that
editors and people make of them, and in whatever letter case. Secrets inside of other files are what
`core.redaction` hides.
"""

from __future__ import annotations

import re
import unicodedata
from fnmatch import translate

_SECRET_NAMES = (
    # Environments and settings with credentials.
    *(".env", ".env.*", ".env-*", ".env_*", ".envrc", "*.env", ".dev.vars", ".dev.vars.*"),
    *("*.tfstate", "*.tfvars", "*.tfvars.json", ".terraformrc", "terraform.rc", "credentials.tfrc.json"),
    *("secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "secrets.ini", "secrets.properties"),
    *("secrets.xml", ".secrets", ".secret", "credentials", "credentials.json", "credentials.yml"),
    *("credentials.yaml", "credentials.ini", "credentials.toml", "credentials.csv", ".credentials"),
    *("client_secret*.json", "service-account*.json", "service_account*.json", "serviceaccount*.json"),
    *("*firebase-adminsdk*.json", "gha-creds-*.json", "local.settings.json", "kaggle.json", "token.json"),
    *("passwords.txt", "passwords.csv", "password.txt", "keystore.properties", "key.properties"),
    # Keys and certificates with keys.
    *("*.pem", "*.key", "*.p12", "*.pfx", "*.p8", "*.pkcs12", "*.jks", "*.jceks", "*.bcfks", "*.keystore"),
    *(
        "*.pvk",
        "*.keytab",
        "*.kdb",
        "*.kdbx",
        "*.ppk",
        "*.agekey",
        "*.ovpn",
        "id_rsa*",
        "id_dsa*",
        "id_ecdsa*",
    ),
    *("id_ed25519*", "id_xmss*", "ssh_host_*_key", "secring.gpg"),
    # Tools that keep a login.
    *(".netrc", "_netrc", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".htpasswd"),
    *(".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".dockercfg", ".dockerconfigjson", ".vault_pass*"),
    *(
        ".vault-pass*",
        ".vault-token",
        ".s3cfg",
        ".boto",
        ".curlrc",
        ".lftprc",
        ".databrickscfg",
        "rclone.conf",
    ),
    *("kubeconfig", "*.kubeconfig", ".ngrok.yml", ".mailrc", ".msmtprc"),
)
_SECRET_PLACES = (
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".docker/config.json",
    ".gem/credentials",
    ".bundle/config",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".config/gh/hosts.yml",
    ".config/hub",
    ".config/glab-cli/config.yml",
    ".config/doctl/config.yaml",
    ".config/rclone/rclone.conf",
    ".ngrok2/ngrok.yml",
    ".circleci/cli.yml",
    ".snowsql/config",
    "etc/shadow",
    "etc/gshadow",
)
_SECRET_FOLDERS = (
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".password-store",
    ".config/gcloud",
    ".subversion/auth",
)

_COPIES = frozenset(
    (
        "backup",
        "bak",
        "copy",
        "disabled",
        "dist",
        "old",
        "orig",
        "rej",
        "save",
        "saved",
        "swn",
        "swo",
        "swp",
        "temp",
        "tmp",
    )
)
"""Ends that editors and people give to copies of a file, beside "~" and numbers."""

# Most names are plain or an ending; looking them up as such is many times faster than one expression for all.
_PLAIN = frozenset(name for name in _SECRET_NAMES if "*" not in name)
_ENDINGS = tuple(name[1:] for name in _SECRET_NAMES if name.startswith("*") and "*" not in name[1:])
_PATTERN = re.compile("|".join(translate(name) for name in _SECRET_NAMES if "*" in name[1:]))
_PLACE = re.compile(
    r"(?:^|/)(?:(?:{places})$|(?:{folders})/)".format(
        places="|".join(map(re.escape, _SECRET_PLACES)), folders="|".join(map(re.escape, _SECRET_FOLDERS))
    )
)
_PRIVATE_KEY = re.compile(
    rb"\s*----[- ]BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?[- ]----|\s*PuTTY-User-Key-File-\d"
)


def is_secret_path(path: str) -> bool:
    """Whether the file at this path is one that holds secrets by its name.

    Give the absolute path where it is known: some folders make all that lies in them secret. Separators are "/" and,
    on Windows, "\\\\"; letter case is ignored, and so are forms of a character that file systems take for the same.
    """
    folder, separator, name = _folded(path).rpartition("/")
    names = {name, _original(name)}
    in_hidden_folder = "/." in folder or folder.startswith(".") or folder.endswith("etc")
    return any(
        _is_secret_name(each) or (in_hidden_folder and _PLACE.search(f"{folder}{separator}{each}"))
        for each in names
    )


def _is_secret_name(name: str) -> bool:
    return name in _PLAIN or name.endswith(_ENDINGS) or _PATTERN.match(name) is not None


def is_private_key(raw: bytes) -> bool:
    """Whether the file's bytes begin as a private key in PEM or OpenPGP armour, whatever its name."""
    return _PRIVATE_KEY.match(raw) is not None


def _folded(path: str) -> str:
    """The path as file systems compare it that ignore case, Unicode forms, and dots and spaces at the end."""
    if not path.isascii():
        path = unicodedata.normalize("NFKC", path).casefold()
        path = "".join(character for character in path if unicodedata.category(character) != "Cf")
    path = path.lower().replace("\\", "/").rstrip(" .")
    # Windows names further streams of a file behind a colon.
    return path.partition(":$")[0].removesuffix(":") if ":$" in path else path


def _original(name: str) -> str:
    """The name of the file that `name` is a copy of, `name` itself if it is none."""
    if name.startswith("#") and name.endswith("#"):
        return name[1:-1]
    name = name[2:] if name.startswith((".#", "..")) and name != ".." else name
    while True:
        stem, _, end = name.rpartition(".")
        if name.endswith("~"):
            name = name[:-1]
        elif stem and (end in _COPIES or (end.isdigit() and len(end) < 4)):
            name = stem
        else:
            return name
