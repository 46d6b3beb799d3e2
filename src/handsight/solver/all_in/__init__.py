"""Push or fold before the flop: heads-up charts, and two to nine players for chips or prizes."""
