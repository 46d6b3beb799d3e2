"""What the check of the built documentation finds."""

from pathlib import Path

import pytest

from tests.repo.built_docs import broken_links, faults_of

INDEX = """Search.setIndex({"objects":{
"handsight.solver":[[0,0,1,"","push_fold"]],"handsight.odds":[[0,0,1,"","equity"]],
"handsight.ranges":[[0,0,1,"","Range"]]}})"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text('<h1 id="top"><a href="a/b.html#x">B</a>', "utf-8")
    (tmp_path / "a").mkdir()
    page = '<p id="x"><a href="../index.html#top"></a><img src="../p.svg"><a href="#x"></a>'
    (tmp_path / "a" / "b.html").write_text(page, "utf-8")
    (tmp_path / "p.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "searchindex.js").write_text(INDEX, "utf-8")
    return tmp_path


def test_a_sound_site_has_no_faults(site: Path) -> None:
    assert faults_of(site) == []


@pytest.mark.parametrize("link", ["no.html", "a/b.html#y", "p.png", "#bottom"])
def test_a_link_that_leads_nowhere_is_found(site: Path, link: str) -> None:
    (site / "index.html").write_text(f'<h1 id="top"><a href="{link}">B</a>', "utf-8")
    assert broken_links(site) == [f"index.html: {link}"]


def test_addresses_elsewhere_are_not_looked_at(site: Path) -> None:
    (site / "index.html").write_text('<h1 id="top"><a href="https://example.org/x">B</a>', "utf-8")
    assert broken_links(site) == []


def test_a_name_that_the_search_lacks_is_found(site: Path) -> None:
    text = INDEX.replace("push_fold", "pull_fold")
    (site / "searchindex.js").write_text(text, "utf-8")
    assert any("push_fold" in fault for fault in faults_of(site))


def test_a_huge_page_is_found(site: Path) -> None:
    (site / "huge.html").write_text("x" * 700_000, "utf-8")
    assert faults_of(site) == ["huge.html has 700,000 bytes"]
