"""The user's configuration file is the layer above the defaults."""

from __future__ import annotations

import os
from pathlib import Path

from glossator.app.configuration import load_configuration
from glossator.core.settings import Settings


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_configuration(tmp_path) == (Settings(), [])


def test_the_file_overrides_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[models]\nlanguage = "none"\n[index]\nexclude = ["vendor/"]\n')
    settings, problems = load_configuration(tmp_path)
    assert (settings.models.language, settings.index.exclude, problems) == ("none", ("vendor/",), [])


def test_what_is_not_taken_is_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[models]\nthreads = "many"\nspeed = 1\n')
    settings, problems = load_configuration(tmp_path)
    assert settings == Settings()
    assert len(problems) == 2
    assert all(problem.startswith(str(path)) for problem in problems)


def test_a_broken_file_is_left_aside_without_quoting_it(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[models]\nlanguage = secret-word"\n')
    settings, problems = load_configuration(tmp_path)
    assert settings == Settings()
    (problem,) = problems
    assert "line 2" in problem
    assert "secret-word" not in problem


def test_bytes_that_are_no_text_are_left_aside(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert len(load_configuration(tmp_path)[1]) == 1


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.mkdir()
    settings, (problem,) = load_configuration(tmp_path)
    assert settings == Settings()
    assert os.fspath(path) in problem
