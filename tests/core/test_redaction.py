"""What looks like a secret is hidden wherever it stands; ordinary code stays as it is."""

from __future__ import annotations

import string
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.core.redaction import redact, redact_address, redact_text, secret_spans

LETTERS_AND_DIGITS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URL_SAFE = LETTERS_AND_DIGITS + "_-"
UPPER = string.ascii_uppercase + "234567"

# Beginning, alphabet and number of further characters. No whole token stands here, so that no scanner finds one.
TOKENS = {
    "Amazon": ("AKIA", UPPER, 16),
    "Amazon, temporary": ("ASIA", UPPER, 16),
    "GitHub": ("ghp_", LETTERS_AND_DIGITS, 36),
    "GitHub server": ("ghs_", LETTERS_AND_DIGITS, 36),
    "GitHub, fine-grained": ("github_pat_", LETTERS_AND_DIGITS, 60),
    "GitLab": ("glpat-", URL_SAFE, 20),
    "GitLab runner": ("glrt-", URL_SAFE, 20),
    "Slack": ("xoxb-", string.digits, 24),
    "Slack, app": ("xapp-1-", LETTERS_AND_DIGITS, 40),
    "Stripe": ("sk_live_", LETTERS_AND_DIGITS, 24),
    "Stripe, restricted": ("rk_live_", LETTERS_AND_DIGITS, 24),
    "Stripe webhook": ("whsec_", LETTERS_AND_DIGITS, 32),
    "Google": ("AIza", URL_SAFE, 35),
    "Google OAuth": ("ya29.", URL_SAFE, 60),
    "Google client": ("GOCSPX-", URL_SAFE, 28),
    "npm": ("npm_", LETTERS_AND_DIGITS, 36),
    "PyPI": ("pypi-AgEI", URL_SAFE, 80),
    "Docker": ("dckr_pat_", URL_SAFE, 27),
    "OpenAI": ("sk-proj-1", LETTERS_AND_DIGITS, 40),
    "Anthropic": ("sk-ant-api03-", URL_SAFE, 60),
    "Hugging Face": ("hf_", LETTERS_AND_DIGITS, 34),
    "SendGrid": ("SG.1aB2cD3eF4gH5iJ6kL7mN8.", URL_SAFE, 43),
    "Twilio": ("SK", HEX, 32),
    "Mailgun": ("key-", HEX, 32),
    "Telegram": ("123456789:AA", URL_SAFE, 33),
    "DigitalOcean": ("dop_v1_", HEX, 64),
    "Shopify": ("shpat_", HEX, 32),
    "Vault": ("hvs.", URL_SAFE, 40),
    "Databricks": ("dapi", HEX, 32),
    "Supabase": ("sbp_", HEX, 40),
    "Grafana": ("glsa_", LETTERS_AND_DIGITS, 32),
    "New Relic": ("NRAK-", UPPER, 27),
    "age": ("AGE-SECRET-KEY-1", UPPER, 58),
    "web token": ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.", URL_SAFE, 43),
}
PLACES = (
    'x = "{}"',
    "{}",
    "// see {} for it",
    "export THING={}",
    "thing: {}",
    '{{"thing": "{}"}}',
    "https://example.org/?thing={}&more=1",
    "<thing>{}</thing>",
    'send(url, "{}", 3)',
    "curl -H 'X: {}' host",
    'char *s = "{}";',
)

PASSWORD_CHARACTERS = LETTERS_AND_DIGITS + "!@#%^*-_+.~"
NAMES = (
    "password",
    "PASSWORD",
    "db_password",
    "dbPassword",
    "DB_PASSWD",
    "pwd",
    "passphrase",
    "smtp.password",
)
TOKEN_NAMES = (
    "token",
    "API_KEY",
    "apiKey",
    "client_secret",
    "secretKey",
    "access_token",
    "AUTH_TOKEN",
    "auth-token",
)
QUOTED = (
    '{name} = "{value}"',
    "{name} = '{value}'",
    '{name}="{value}"',
    'const {name} = "{value}";',
    'let {name}: string = "{value}";',
    '{name}: str = "{value}"',
    'private static final String {name} = "{value}";',
    'const char *{name} = "{value}";',
    'char {name}[] = "{value}";',
    'var {name} string = "{value}"',
    '{name} := "{value}"',
    'let {name}: &str = "{value}";',
    '{name} = b"{value}"',
    '{name} = r#"{value}"#',
    '{name} = @"{value}";',
    "${name} = '{value}';",
    "'{name}' => '{value}',",
    ":{name} => '{value}'",
    '"{name}": "{value}",',
    "'{name}': '{value}'",
    '{{"user": "me", "{name}": "{value}"}}',
    '"{{\\"{name}\\": \\"{value}\\"}}"',
    'os.environ["{name}"] = "{value}"',
    'os.environ.get("{name}", "{value}")',
    'config.set("{name}", "{value}")',
    "define('{name}', '{value}');",
    'connect(user="me", {name}="{value}")',
    'if {name} == "{value}":',
    '{name} ||= "{value}"',
    'my {name} <- "{value}"',
    '# {name} = "{value}"',
    "{name} = `{value}`",
    '{name} = (\n    "{value}"\n)',
    '<add key="{name}" value="{value}"/>',
    '<input name="{name}" type="hidden" value="{value}">',
    "<{name}>{value}</{name}>",
    "export {name}='{value}'",
    'don\'t tell: {name} = "{value}"',
)
BARE = (
    ("settings.ini", "{name} = {value}\n"),
    ("app.properties", "{name}={value}\n"),
    ("compose.yml", "    {name}: {value}\n"),
    ("Dockerfile", "ENV {name}={value}\n"),
    ("config.toml", "# {name} = {value}\n"),
)


@pytest.mark.parametrize("service", TOKENS)
@settings(max_examples=20)
@given(data=st.data())
def test_a_token_of_a_known_service_is_hidden_in_every_place(service: str, data: st.DataObject) -> None:
    beginning, alphabet, count = TOKENS[service]
    # Random tokens of this length have a digit; one that has none would not be told from a name.
    rest = data.draw(st.text(alphabet, min_size=count - 1, max_size=count - 1)) + "7"
    place = data.draw(st.sampled_from(PLACES))
    text = place.format(beginning + rest)
    redacted = redact_text(text)
    assert rest not in redacted
    assert len(redacted) == len(text)


def passwords(shortest: int) -> st.SearchStrategy[str]:
    """Values that people and generators choose; a real one begins with a letter and has two digits somewhere."""
    return st.text(PASSWORD_CHARACTERS, min_size=shortest - 3, max_size=40).map(lambda text: f"k4{text}9")


@settings(max_examples=600)
@given(line=st.sampled_from(QUOTED), name=st.sampled_from(NAMES), value=passwords(8))
def test_a_quoted_password_is_hidden_in_every_language(line: str, name: str, value: str) -> None:
    assert value not in redact_text(line.format(name=name, value=value))


@settings(max_examples=600)
@given(
    line=st.sampled_from(QUOTED),
    name=st.sampled_from(TOKEN_NAMES),
    value=st.text(LETTERS_AND_DIGITS, min_size=18, max_size=60),
)
def test_a_quoted_token_is_hidden_in_every_language(line: str, name: str, value: str) -> None:
    value = f"k4{value}9"
    assert value not in redact_text(line.format(name=name, value=value))


@given(file=st.sampled_from(BARE), name=st.sampled_from((*NAMES, *TOKEN_NAMES)), value=passwords(10))
def test_a_value_without_quotes_is_hidden_in_settings(file: tuple[str, str], name: str, value: str) -> None:
    path, line = file
    assert value not in redact_text(line.format(name=name, value=value), path)


@pytest.mark.parametrize(
    "word", ["letmein", "hunter22", "Summer", "correct horse battery staple", "p@ss", "a'b c\"d"]
)
def test_a_password_may_be_any_word(word: str) -> None:
    quoted = word.replace('"', '\\"')
    assert quoted not in redact_text(f'PASSWORD = "{quoted}"')


@pytest.mark.parametrize(
    "line",
    [
        "postgresql://me:{}@db.example.org:5432/shop",
        "amqp://me:{}@[::1]/",
        "redis://:{}@cache:6379/0",
        "https://me:{}@example.org/repository.git",
        "mongodb+srv://me:{}@cluster.example.org/?w=majority",
        "Server=db;User Id=me;Password={};Encrypt=true",
        'conn = "host=db user=me password={} dbname=shop"',
        "jdbc:mysql://db/shop?user=me&password={}",
        "Authorization: Bearer {}0a1b2c3d4e5f",
        "headers = {{'Authorization': 'Basic {}0a1b2c3d4e5f'}}",
        "curl -u me:{} https://example.org",
        "sshpass -p {} ssh me@host",
        "user, password = 'me', '{}'",
        "SET PASSWORD = '{}';",
        "CREATE USER me PASSWORD '{}';",
        'client.setPassword("{}");',
        'builder.with_password("{}")',
        "https://hooks.slack.com/services/T00000000/B00000000/{}0a1b2c3d4e5f6a7b8c9d",
        "https://account.blob.example.org/c?sv=1&sig={}0a1b2c3d4e5f6a7b8c9d%3D",
    ],
)
@settings(max_examples=15)
@given(value=st.text(LETTERS_AND_DIGITS, min_size=6, max_size=20).map(lambda text: f"k4{text}9"))
def test_passwords_in_connections_commands_and_calls_are_hidden(line: str, value: str) -> None:
    assert value not in redact_text(line.format(value))


BLOCK_KINDS = (
    "RSA PRIVATE KEY",
    "PRIVATE KEY",
    "EC PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)
base64_lines = st.lists(st.text(LETTERS_AND_DIGITS + "+/", min_size=64, max_size=64), min_size=1, max_size=20)


@given(
    kind=st.sampled_from(BLOCK_KINDS),
    lines=base64_lines,
    end=st.sampled_from(["\n", "\r\n", "\\n", '\\n"\n    "']),
)
def test_no_line_of_a_private_key_is_left(kind: str, lines: list[str], end: str) -> None:
    last = "c2hvcnQ="
    block = end.join([f"-----BEGIN {kind}-----", *lines, last, f"-----END {kind}-----"])
    redacted = redact_text(f'KEY = """{block}"""\nafter = 1\n')
    assert not [line for line in (*lines, last) if line in redacted]
    assert redacted.endswith("\nafter = 1\n")


def test_a_private_key_without_an_end_is_hidden_as_well() -> None:
    line = "MIIEpAIBAAKCAQEA" + "k4" * 24
    assert line not in redact_text(f"-----BEGIN PRIVATE KEY-----\n{line}\n")


line = st.builds(
    lambda form, value: form.format(name="password", value=value), st.sampled_from(QUOTED), passwords(8)
)


@given(
    st.binary(max_size=200)
    | st.lists(line | st.sampled_from(["\r", "\n", "é🚀"])).map("".join).map(str.encode)
)
def test_redacted_text_has_the_same_length_and_lines(data: bytes) -> None:
    redacted = redact(data, "settings.ini")
    assert len(redacted) == len(data)
    ends = [place for place, byte in enumerate(data) if byte in b"\r\n"]
    assert [place for place, byte in enumerate(redacted) if byte in b"\r\n"] == ends


@pytest.mark.parametrize(
    "code",
    [
        "password = get_password()",
        "password=password",
        "def login(user: str, password: str = '') -> None:",
        'password = input("Password: ")',
        'getpass.getpass("Enter your password: ")',
        'raise ValueError("The password is wrong")',
        'PASSWORD_FIELD = "password"',
        'password = os.environ["DB_PASSWORD"]',
        'os.environ.get("API_TOKEN")',
        'token = next(tokens)',
        'if token == "NAME":',
        'token_type = "bearer"',
        'tokens = ["for", "while"]',
        'TOKEN = "ACCESS_TOKEN"',
        'password: ${DB_PASSWORD}',
        "password: {{ db_password }}",
        'password = "<your password>"',
        'password = "********"',
        'key = "user1234"',
        'sort(key="name2value1")',
        "secret = self.secrets[name2]",
        'token = tokenizer.tokens[12].text',
        "https://example.org/user:name/path",
        'fields = ("user", "password", "email")',
        "sha256 = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'",
        "pass",
        'assert passes("test")',
        "author = 'A Person 1985'",
        "# pass 'ignore1' to it",
        "PRIVATE KEY",
        'HEAD = "-----BEGIN PRIVATE KEY-----"\nEND = "-----END PRIVATE KEY-----"\n',
    ],
)  # fmt: skip
def test_ordinary_code_stays_as_it_is(code: str) -> None:
    assert redact_text(code, "a.py") == code


def test_hardly_anything_in_the_standard_library_is_taken_for_a_secret() -> None:
    """Tests of the library aside, which hold passwords: it has about two values in 15 MB that look like one."""
    library = Path(sysconfig.get_path("stdlib"))
    hidden = []
    for path in library.rglob("*.py"):
        parts = path.relative_to(library).parts
        if not {"test", "tests", "site-packages", "idle_test"} & set(parts):
            data = path.read_bytes()
            hidden += [(path.name, data[span.start : span.end]) for span in secret_spans(data, path.name)]
    assert len(hidden) <= 6, hidden


def test_the_path_of_an_import_keeps_no_password() -> None:
    assert (
        redact_address("https://me:k4hunter22@code.invalid/a.ts") == "https://me:xxxxxxxxxx@code.invalid/a.ts"
    )
    assert redact_address("./shop/prices") == "./shop/prices"
    assert redact_address("a" * 100) == "a" * 100
