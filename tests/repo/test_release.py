"""What a package index shows: one version everywhere, links that work, and only what is tested."""

import re
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from markdown_it import MarkdownIt

from handsight._version import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ADDRESS = "https://example.org/poker/handsight"


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """Load `hatch_build.py`, which needs the program that builds packages only for a base class."""
    builder = ModuleType("hatchling.metadata.plugin.interface")
    builder.MetadataHookInterface = object  # type: ignore[attr-defined]
    hooks = ModuleType("hatchling.builders.hooks.plugin.interface")
    hooks.BuildHookInterface = object  # type: ignore[attr-defined]
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, builder.__name__, builder)
        patch.setitem(sys.modules, hooks.__name__, hooks)
        spec.loader.exec_module(module)
    return module


def releases() -> list[tuple[str, str]]:
    """Read the versions and dates of the changelog, the newest first."""
    return re.findall(r"^## \[([\d.]+)\] - (\S+)$", read("CHANGELOG.md"), re.MULTILINE)


def test_the_citation_names_the_newest_release_and_its_date() -> None:
    version, date = releases()[0]
    assert f"\nversion: {version}\n" in read("CITATION.cff")
    assert f"\ndate-released: {date}\n" in read("CITATION.cff")


def test_the_version_is_that_of_the_newest_release_or_of_the_next_one_in_the_making() -> None:
    newest = releases()[0][0]
    if __version__ == newest:
        return
    major, minor, _ = map(int, newest.split("."))
    assert __version__ == f"{major}.{minor + 1}.0.dev0"
    unreleased = read("CHANGELOG.md").partition("## [Unreleased]")[2].partition("\n## [")[0]
    assert f"`{__version__}`" in unreleased


def test_the_newest_release_is_described_on_one_page() -> None:
    section = read("CHANGELOG.md").partition(f"## [{releases()[0][0]}]")[2].partition("\n## [")[0]
    assert 0 < len(section.splitlines()) <= 75


def test_the_classifiers_name_the_pythons_that_the_pages_call_tested() -> None:
    name = "Programming Language :: Python :: 3."
    minors = sorted(int(each.removeprefix(name)) for each in PROJECT["classifiers"] if name in each)
    said = f"tested on 3.{minors[0]} to 3.{minors[-1]}"
    assert minors == list(range(minors[0], minors[-1] + 1))
    for page in ("README.md", "docs/installation.md"):
        assert said in " ".join(read(page).split())


def rendered(text: str) -> tuple[list[str], list[str]]:
    """Render Markdown as a package index does; list where its links lead and its images are."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    parts = [part for token in tokens for part in token.children or []]
    links = [str(part.attrs["href"]) for part in parts if part.type == "link_open"]
    return links, [str(part.attrs["src"]) for part in parts if part.type == "image"]


def test_links_of_the_readme_are_absolute_where_there_is_an_address(hook: ModuleType) -> None:
    links, images = rendered(hook.with_absolute_links(read("README.md"), ADDRESS))
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []
    files = [link.removeprefix(f"{ADDRESS}/blob/main/").partition("#")[0] for link in links]
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert all(each.startswith(ADDRESS) for each in hook.addresses(ADDRESS).values())
    assert images, "the README begins with a picture"
    assert [image for image in images if not image.startswith(f"{ADDRESS}/raw/main/")] == []
    assert all((ROOT / image.removeprefix(f"{ADDRESS}/raw/main/")).is_file() for image in images)


def test_links_lead_to_built_pages_where_the_documentation_has_an_address(
    hook: ModuleType,
) -> None:
    site = "https://handsight.example.org/en/latest"
    links, _ = rendered(hook.with_absolute_links(read("README.md"), ADDRESS, site))
    pages = [link.removeprefix(f"{site}/") for link in links if link.startswith(site)]
    assert len(pages) > 20
    sources = [ROOT / "docs" / re.sub(r"\.html(#.*)?$", ".md", page) for page in pages]
    assert [source for source in sources if not source.is_file()] == []
    assert [link for link in links if "/docs/" in link] == []
    assert hook.addresses(ADDRESS, site)["Documentation"] == site


def test_without_an_address_no_link_is_broken(hook: ModuleType) -> None:
    text = hook.with_absolute_links(read("README.md"), "")
    links, images = rendered(text)
    assert [link for link in links if not link.startswith("https:")] == []
    assert images == []
    assert "![" not in text
    assert "\n!" not in text


def test_the_hosted_documentation_is_built_as_here() -> None:
    settings = read(".readthedocs.yaml")
    assert "configuration: docs/conf.py" in settings
    assert "fail_on_warning: true" in settings
    assert "docs" in PROJECT["optional-dependencies"]
