"""What the notation of a range means, and the one form in which a range is printed."""

from fractions import Fraction

import pytest

from handsight.errors import InputError
from handsight.ranges import ORDERS, Range
from handsight.ranges.notation import parse_range


def classes(text: str) -> set[str]:
    return set(Range(text).classes)


def same(one: str, other: str) -> bool:
    return parse_range(one) == parse_range(other)


# --- hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("77", "77"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("QQ+", "QQ KK AA"),
        ("AA+", "AA"),
        ("88-55", "88 77 66 55"),
        ("55-88", "88 77 66 55"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("AJ+", "AJs AJo AQs AQo AKs AKo"),
        ("T9s+", "T9s"),
        ("KQ+", "KQs KQo"),
        ("J8o+", "J8o J9o JTo"),
        ("A2s-A5s", "A2s A3s A4s A5s"),
        ("A5s-A2s", "A2s A3s A4s A5s"),
        ("KTs-K8s", "KTs K9s K8s"),
        ("K9-KT", "K9s KTs K9o KTo"),
        ("T9s-76s", "T9s 98s 87s 76s"),
        ("53s-86s", "53s 64s 75s 86s"),
        ("AKs-AKs", "AKs"),
        ("99-99", "99"),
        ("sklansky:1", "AA KK QQ JJ AKs"),
        ("sklansky:1-2", "AA KK QQ JJ AKs TT AQs AJs KQs AKo"),
        ("sklansky:2-1", "AA KK QQ JJ AKs TT AQs AJs KQs AKo"),
    ],
)
def test_a_term_names_whole_classes(text: str, named: str) -> None:
    assert classes(text) == set(named.split())
    assert set(Range(text).classes.values()) == {1}


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        *[("22+", 78), ("A2s+", 48), ("AK", 16), ("AKs", 4), ("AKo", 12), ("AhKh", 1)],
        *[("random", 1326), ("*", 1326), ("10%", 134), ("0%", 0), ("100%", 1326)],
        *[("", 0), (" ", 0)],
    ],
)
def test_a_term_has_its_number_of_combos(text: str, combos: int) -> None:
    assert len(parse_range(text)) == combos


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_may_stand_before_a_share(order: str) -> None:
    fifteen, five = Range.top(0.15, order), Range.top(0.05, order)
    assert Range(f"{order}:15%") == Range(f" {order.upper()} : 15%") == fifteen
    assert Range(f"{order}:5%-15%") == Range(f"{order}:15%-5%") == fifteen - five
    assert Range(f"{order}:15%:0.5, AA") == Range(f"0.5({fifteen}), AA")


@pytest.mark.parametrize("text", ["chen:15", "chen:", "chen:AA", "luck:15%", "chen@1:15%"])
def test_an_order_stands_before_a_share_alone(text: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        Range(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AKs", "kas"),
        ("AKs", " a K\tS \n"),
        ("22+, A2s+", "22+,a2S+"),
        ("ATs", "A10s"),
        ("TT+", "1010+"),
        ("AhKh", "khah"),
        ("AhKh", "A♥ K♥"),
        ("ThTc", "10h10c"),
        ("random", "RANDOM"),
        ("sklansky:1-4", "Sklansky : 1 - 4"),
    ],
)
def test_spaces_case_and_the_order_of_two_cards_do_not_matter(one: str, other: str) -> None:
    assert same(one, other)


def test_a_share_is_the_top_of_the_equity_order_in_whole_classes() -> None:
    assert Range("15%") == Range.top(0.15)
    assert Range("7.5%") == Range.top(Fraction(3, 40))


@pytest.mark.parametrize("text", ["5%-15%", "15%-5%", "15%, !5%"])
def test_a_band_is_one_share_without_another(text: str) -> None:
    assert Range(text) == Range.top(0.15) - Range.top(0.05)


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *["AK:0.75", "AK:.75", "AK:3/4", "AK:75%", "AK@75", "AK@75%", "0.75(AK)", "75%(AK)"],
        *["(AK):0.75", "(AKs,AKo)@75", "[75]AK[/75]", "[75] AKs, AKo [/75.0]", "3/4(AK)"],
        *["((AK)):0.75", "AKs:0.75, AKo@75"],
    ],
)
def test_a_weight_may_be_written_in_many_ways(text: str) -> None:
    assert parse_range(text) == dict.fromkeys(parse_range("AK"), Fraction(3, 4))


def test_weights_in_brackets_are_multiplied() -> None:
    assert same("0.8(QQ+, AK:0.5)", "QQ+:0.8, AK:0.4")
    assert same("[50]0.5(AA):0.5, KK[/50]", "AA:1/8, KK:1/2")


def test_a_weight_stays_exact() -> None:
    assert Range("AhKh:1/3")["AhKh"] == Fraction(1, 3)
    assert Range("AhKh:0.1")["AhKh"] == Fraction(1, 10)


def test_a_combo_named_twice_takes_the_last_weight() -> None:
    assert Range("AK:0.5, AKs")["AhKh"] == 1
    assert Range("AKs, AK:0.5")["AhKh"] == Fraction(1, 2)
    assert same("AA, AhAs:0", "0.5(AA), AA, AsAh:0")
    assert len(Range("AA, AhAs:0")) == 5


# --- texts of other programs ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("AA,AKs,AQo:0.85,76s:0.3", "AA, AKs, AQo:0.85, 76s:0.3"),  # PioSOLVER, by class
        ("AhKh: 1,AhKd: 0.25,AcKc: 0", "AhKh, AhKd:0.25"),  # PioSOLVER, by combo
        ("QQ-99,[62.0]AQs-ATs,KQs[/62.0],[9.00]K8o[/9.00]", "QQ-99, 0.62(AQs-ATs, KQs), K8o:0.09"),
        ("[40%]A5s,A4s[/40%],TT+", "A5s-A4s:0.4, TT+"),  # Flopzilla
        ("TT+, AQs+, 76s", "TT+, AQs+, 76s"),  # Equilab
        ("100: TT+, AQs, 75: KQs, QJs, 12.5: 72o", "TT+, AQs, 0.75(KQs, QJs), 72o:0.125"),
        ("99: AA, 50: 22, AhKh", "AA:0.99, 22:0.5, AhKh:0.5"),  # Equilab, weights before hands
        ("50: 22+, A2s:0.5, !KK", "22+:0.5, A2s:0.25, !KK"),
        ("(50: AA, KK), QQ", "KK+:0.5, QQ"),
    ],
)
def test_other_programs_ranges_are_read(text: str, named: str) -> None:
    assert Range(text) == Range(named)


@pytest.mark.parametrize(
    ("text", "named"),
    [("99:0.5", "0.5(99)"), ("99:25%", "1/4(99)"), ("88:33/100", "33%(88)"), ("22:1", "22")],
)
def test_a_pair_with_a_weight_is_no_group(text: str, named: str) -> None:
    assert Range(text) == Range(named)


@pytest.mark.parametrize("text", ["99:22", "AA, 50: KK", "50: !AA", "105: AA", "50:"])
def test_what_could_be_a_slip_is_no_group(text: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        Range(text)


def test_a_list_of_all_weights_is_in_piosolvers_order() -> None:
    """The order of its command show_hand_order: by the higher card, then by the lower one."""
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    order = [high + low for n, high in enumerate(cards) for low in cards[:n]]
    assert order[:7] == ["2d2c", "2h2c", "2h2d", "2s2c", "2s2d", "2s2h", "3c2c"]
    numbers = [("0", "1", "0.25", "2.5e-05")[n * n % 4 if n % 5 else 3] for n in range(1326)]
    expected = {hand: float(number) for hand, number in zip(order, numbers, strict=True)}
    assert Range(" ".join(numbers) + "\n") == Range.from_weights(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.5 " * 1325, "has 1,326 of them, one for each combo; these are 1,325"),
        ("1 " * 7 + "1.5 " + "0 " * 1318, "number 8 of the range is 1.5; it must be from 0 to 1"),
    ],
)
def test_a_list_of_weights_is_complete_and_each_is_a_weight(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Range(text)


# --- exclusions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("AK, !AKs", "AKo"),
        ("AK, !AKs, AKs", "AKs, AKo"),
        ("JJ+, !(QQ, AA)", "JJ, KK"),
        ("ATs+, !AQs-AJs", "ATs, AKs"),
        ("AA, !72o", "AA"),
        ("AK, 0.5(QQ, AKs, !AKs)", "AK, QQ:0.5"),
    ],
)
def test_an_exclusion_removes_from_what_stands_before_it_in_its_list(text: str, named: str) -> None:
    assert Range(text) == Range(named)


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "token", "place", "right"),
    [
        ("AA, XX", "XX", 5, "a hand is two ranks like AKs"),
        ("AA KK", "AA KK", 1, "separated by commas"),
        ("AA, 7 7 s", "7 7 s", 5, "a pair cannot be suited or offsuit"),
        ("AKs-KQs-QJs", "AKs-KQs-QJs", 1, "a hand is two ranks"),
        ("AKs-QTs", "AKs-QTs", 1, "a span must run between two pairs"),
        ("AA-A2", "AA-A2", 1, "a span must run between two pairs"),
        ("KTs-K8", "KTs-K8", 1, "both ends of a span must be suited, or both offsuit, or neither"),
        ("AA,AhAh", "AhAh", 4, "Ah appears twice"),
        ("KK, 101%", "101%", 5, "a share is at most 100%"),
        ("sklansky:0-3", "sklansky:0-3", 1, "groups are 1 to 8"),
        ("sklansky:9", "sklansky:9", 1, "groups are 1 to 8"),
        ("AA:1.5", "1.5", 4, "this weight must be from 0 to 1"),
        ("AA@150", "150", 4, "this weight must be from 0 to 100"),
        ("AA:-1", "-1", 4, "a weight is a number like 0.75"),
        ("AA:1/0", "1/0", 4, "a weight is a number like 0.75"),
        ("76s:1e-9", "1e-9", 5, "a weight is a number like 0.75"),
        ("76s:1e-400, AA", "1e-400", 5, "a weight is a number like 0.75"),
        ("AA:0.5.5", "0.5.5", 4, "a weight is a number like 0.75"),
        ("AA@5O, KK", "5O", 4, "a weight is a number like 0.75"),
        ("AA:nan", "nan", 4, "a weight is a number like 0.75"),
        ("AA:½", "½", 4, "a weight is a number like 0.75"),
        ("(AA, KK", "(AA, KK", 1, "')' is missing"),
        ("AA)", ")", 3, "close every bracket"),
        ("[50]AA", "[50]AA", 1, "closed with its own weight"),
        ("[50]AA[/40]", "[50]AA[/40]", 1, "closed with the weight that opened it"),
        ("QQ, [50AA[/50]", "[50", 5, "']' is missing"),
        ("!AKs", "!AKs", 1, "nothing comes before it; for all other hands write random, !AKs"),
        ("AK, !AKs:0.5", "!AKs", 5, "an exclusion cannot have a weight"),
        ("AA,,KK", ",", 4, "write a hand like AKs or 22+ here"),
        ("(" * 40 + "AA" + ")" * 40, "(", 21, "brackets may be nested at most 19 deep"),
    ],
)
def test_an_error_names_the_token_its_place_and_what_would_be_right(
    text: str, token: str, place: int, right: str
) -> None:
    with pytest.raises(InputError) as caught:
        Range(text)
    message = str(caught.value)
    assert message.startswith(f"cannot read {token!r}"), message
    assert f"in range {text!r}, at character {place}: " in message
    assert right in message


@pytest.mark.parametrize(("text", "place"), [("AA,", 4), ("0.5(", 5), ("AA, !", 6), ("AA:", 4)])
def test_an_error_says_when_the_text_ends_too_early(text: str, place: int) -> None:
    with pytest.raises(InputError, match=rf"cannot read the end in range .*character {place}:"):
        Range(text)


@pytest.mark.parametrize(
    "text", [f"AA:0.{'3' * 5000}", f"AA:1/{'7' * 5000}", f"chen:{'9' * 5000}%"]
)
def test_a_number_that_is_too_long_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(InputError, match="a number may have at most 1,100 characters") as caught:
        Range(text)
    assert len(str(caught.value)) < 350


def test_weights_of_brackets_may_not_multiply_to_what_cannot_be_written() -> None:
    third = f"0.{'3' * 300}"
    assert Range(str(Range(f"AA:{third}"))) == Range(f"AA:{third}")
    with pytest.raises(InputError, match="a weight comes to more than 500 digits"):
        Range(f"{third}({third}(AA))")


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


@pytest.mark.parametrize("other", ["x", "?", "*", "X"])
def test_a_rank_with_any_other_is_all_hands_that_hold_it(other: str) -> None:
    hands = Range(f"A{other}")
    assert hands == Range("AA, A2+")
    assert len(hands) == 198
    assert str(hands) == "AA, A2+"
    assert Range(f"A{other}s") == Range("A2s+")
    assert Range(f"7{other}o") == Range("A7o, K7o, Q7o, J7o, T7o, 97o, 87o, 72o+")
    assert Range(f"10{other}s") == Range("ATs, KTs, QTs, JTs, T2s+")
    assert Range(f"2{other}:0.5")["2h2c"] == Range("22:0.5")["2h2c"]


@pytest.mark.parametrize("text", ["x", "xA", "A??", "Ax+", "Ax-Kx", "1x"])
def test_what_only_looks_like_any_other_says_what_is_right(text: str) -> None:
    with pytest.raises(InputError, match="one rank with any other like Ax, Axs or A\\*o"):
        Range(text)
