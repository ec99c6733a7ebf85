"""Files that hold secrets by their name, however the name is written and wherever they lie."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.secrets import is_private_key, is_secret_path

SECRET = [
    ".env",
    ".env.production",
    "deploy/.env.local",
    "prod.env",
    ".envrc",
    "id_rsa",
    "id_ed25519",
    "keys/id_ecdsa-sk",
    "k.pem",
    "server.key",
    "store.jks",
    "vault.kdbx",
    ".git-credentials",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    "terraform.tfstate",
    "prod.tfvars",
    "config/secrets.yml",
    "client_secret_1234.json",
    "service-account.json",
    "app-firebase-adminsdk-x1.json",
    "local.settings.json",
    "key.properties",
    ".dev.vars",
    "/home/me/.ssh/config",
    "/home/me/.aws/credentials",
    "/home/me/.kube/config",
    "/home/me/.config/gcloud/application_default_credentials.json",
    "/home/me/.docker/config.json",
    "/home/me/.m2/settings.xml",
    "/etc/shadow",
]
ORDINARY = [
    "a.py",
    "env.py",
    "environment.ts",
    "keys.py",
    "secrets.py",
    "key.c",
    "passwords.py",
    "credentials.py",
    "token.go",
    "monkey",
    "src/ssh/client.py",
    "src/aws/credentials.go",
    "docs/.envoy.yaml",
    "config.json",
    "settings.xml",
    "shadow",
    "a~",
    "README.md.orig",
]


@pytest.mark.parametrize("path", SECRET)
def test_files_of_secrets_are_told_by_their_name(path: str) -> None:
    assert is_secret_path(path)


@pytest.mark.parametrize("path", ORDINARY)
def test_other_files_are_not(path: str) -> None:
    assert not is_secret_path(path)


@given(path=st.sampled_from(SECRET), data=st.data())
def test_the_case_of_letters_does_not_matter(path: str, data: st.DataObject) -> None:
    flips = data.draw(st.lists(st.booleans(), min_size=len(path), max_size=len(path)))
    assert is_secret_path("".join(c.swapcase() if flip else c for c, flip in zip(path, flips, strict=True)))


@given(
    path=st.sampled_from([path for path in SECRET if not path.startswith("/home")]),
    copy=st.sampled_from(["~", ".bak", ".old", ".orig", ".swp", ".backup", ".save", ".1", ".bak~", ".tmp"]),
)
def test_copies_that_editors_and_people_make_are_secret_too(path: str, copy: str) -> None:
    folder, _, name = path.rpartition("/")
    assert is_secret_path(f"{folder}/{name}{copy}")
    assert is_secret_path(f"{folder}/#{name}#")
    assert is_secret_path(f"{folder}/.#{name}")


@pytest.mark.parametrize(
    "path",
    [
        ".ENV ",  # Windows takes spaces and dots at the end away.
        ".env.",
        ".env::$DATA",
        "a\\.env",
        "ID_R\u017fA",  # A long s is an s where letter case is ignored.
        ".e\u200dnv",  # Some file systems ignore joiners.
        "\uff0eenv",  # A full-width dot.
        "k.\u1d56em",
    ],
)
def test_what_a_file_system_takes_for_the_same_name_is_secret_too(path: str) -> None:
    assert is_secret_path(path)


@given(st.text(max_size=40))
def test_any_name_is_judged(path: str) -> None:
    assert is_secret_path(path) in (True, False)


@pytest.mark.parametrize(
    "kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY"]
)
def test_a_private_key_is_told_by_its_first_line(kind: str) -> None:
    assert is_private_key(f"\n  -----BEGIN {kind}-----\nMIIE".encode())


def test_other_forms_of_private_keys_are_told_too() -> None:
    assert is_private_key(b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n")
    assert is_private_key(b"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n")
    assert is_private_key(b"PuTTY-User-Key-File-3: ssh-ed25519\n")
    assert not is_private_key(b"-----BEGIN PUBLIC KEY-----\n")
    assert not is_private_key(b"-----BEGIN CERTIFICATE-----\n")
    assert not is_private_key(b'KEY = "-----BEGIN PRIVATE KEY-----"\n')
