"""The one form in which a range is printed."""

import pytest

from handsight.ranges import Range


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("*", "random"),
        ("*:0.5", "random:0.5"),
        ("100%", "random"),
        ("AA", "AA"),
        ("KK, AA", "KK+"),
        ("22,33,44,55", "55-22"),
        ("AA, QQ, JJ, 22", "AA, QQ-JJ, 22"),
        ("A2s-AKs", "A2s+"),
        ("K8s-KTs", "KTs-K8s"),
        ("AKs", "AKs"),
        ("AKs, AKo", "AK"),
        ("A9s+, A9o+", "A9+"),
        ("K5-K7", "K7-K5"),
        ("A9s+, ATo+", "A9s+, ATo+"),
        ("AKo, AKs, KQo, QJs, QJo", "AK, QJ, KQo"),
        ("T9s-76s", "T9s, 98s, 87s, 76s"),
        ("72o, A2s, AA", "AA, A2s, 72o"),
        ("AsKs, KhAh", "AsKs, AhKh"),
        ("AA, !AhAs", "AsAd, AsAc, AhAd, AhAc, AdAc"),
        ("AA:0.5, KK", "KK, AA:0.5"),
        ("AA:0.5, KK:1/2, QQ:1/3", "KK+:0.5, QQ:1/3"),
        ("AKs:0.5, AhKh", "AhKh, AsKs:0.5, AdKd:0.5, AcKc:0.5"),
        ("AA:0", ""),
        ("10%", "66+, A8s+, KJs+, ATo+"),
    ],
)
def test_a_range_is_printed_in_the_shortest_spans_heaviest_hands_first(
    text: str, printed: str
) -> None:
    assert str(Range(text)) == printed
    assert Range(printed) == Range(text)
    assert repr(Range(text)) == f"Range({printed!r})"
