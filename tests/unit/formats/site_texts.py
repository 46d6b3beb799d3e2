"""Hands as the sites write them, made up for the tests from what is known of the formats."""

CASH = """\
PokerStars Hand #1:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/01/01 00:00:00 ET
Table 'Handsight' 2-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($99.50 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Ann: raises $2 to $3
Bob: calls $2
*** FLOP *** [Qh 7h 2c]
Bob: checks
Ann: bets $4
Bob: folds
Uncalled bet ($4) returned to Ann
Ann collected $6 from pot
Ann: doesn't show hand
*** SUMMARY ***
Total pot $6 | Rake $0
Board [Qh 7h 2c]
"""

SPIN = """\
PokerStars Hand #302: Tournament #7002, Freeroll  Hold'em No Limit - Level I (10/20) \
- 2024/05/06 12:00:01 ET
Table '7002 1' 3-max Seat #1 is the button
Seat 1: Ann (500 in chips)
Seat 2: Bob (480 in chips)
Seat 3: Cyd (520 in chips)
Bob: posts small blind 10
Cyd: posts big blind 20
*** HOLE CARDS ***
Dealt to Cyd [2s 7d]
Ann: raises 20 to 40
Bob: calls 30
Cyd: folds
*** FLOP *** [Qh 7h 2c]
Bob: checks
Ann: bets 40
Bob: raises 400 to 440 and is all-in
Ann: calls 400
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
*** SHOW DOWN ***
Bob: shows [Qs Qd] (three of a kind, Queens)
Ann: shows [Ah Kh] (a flush, Ace high)
Ann collected 980 from pot
Bob finished the tournament in 3rd place
Ann wins the $2.50 bounty for eliminating Bob
*** SUMMARY ***
Total pot 980 | Rake 0
Board [Qh 7h 2c 3h Td]
Seat 1: Ann (button) showed [Ah Kh] and won (980) with a flush, Ace high
"""

ANTES = """\
PokerStars Hand #303: Tournament #7001, $4.60+$4.60+$0.80 USD Hold'em No Limit - \
Level XI (400/800) \
- 2024/05/06 18:00:01 CET [2024/05/06 12:00:01 ET]
Table '7001 9' 9-max Seat #2 is the button
Seat 1: Ann of X (12910 in chips, $5 bounty)
Seat 2: Bob: Jr (11815 in chips, $5 bounty) is sitting out
Seat 4: Cyd (780 in chips, $7.50 bounty)
Seat 7: Dan (60 in chips, $5 bounty)
Seat 8: Eve (9000 in chips, $5 bounty) out of hand (moved from another table into small blind)
Ann of X: posts the ante 75
Bob: Jr: posts the ante 75
Cyd: posts the ante 75
Dan: posts the ante 60 and is all-in
Cyd: posts small blind 400
Ann of X: posts big blind 800
*** HOLE CARDS ***
Dealt to Ann of X [Ah Kh]
Bob: Jr: folds
Bob: Jr has timed out while being disconnected
Cyd: calls 305 and is all-in
Uncalled bet (95) returned to Ann of X
*** FLOP *** [Qh 7h 2c]
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
*** SHOW DOWN ***
Cyd: shows [Qs Qd] (three of a kind, Queens)
Ann of X: shows [Ah Kh] (a flush, Ace high)
Dan: shows [5c 5d] (a pair of Fives)
Ann of X collected 1455 from side pot
Ann of X collected 240 from main pot
Ann of X wins $3.75 for eliminating Cyd and their own bounty increases by $3.75 to $8.75
Dan finished the tournament in 21st place and received $12.40.
*** SUMMARY ***
Total pot 1695 Main pot 240. Side pot 1455. | Rake 0
Board [Qh 7h 2c 3h Td]
"""

TWICE = """\
PokerStars Zoom Hand #304:  Hold'em No Limit ($0.50/$1.00) - 2024/05/06 12:34:56 ET
Table 'Aurora' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cyd ($100 in chips)
Bob: posts small blind $0.50
Cyd: posts big blind $1
*** HOLE CARDS ***
Ann: raises $2 to $3
Bob: raises $7 to $10
Cyd: folds
Ann: calls $7
*** FLOP *** [Qh 7h 2c]
Bob: bets $90 and is all-in
Ann: calls $90 and is all-in
*** FIRST TURN *** [Qh 7h 2c] [3h]
*** FIRST RIVER *** [Qh 7h 2c 3h] [Td]
*** SECOND TURN *** [Qh 7h 2c] [3c]
*** SECOND RIVER *** [Qh 7h 2c 3c] [Tc]
*** FIRST SHOW DOWN ***
Bob: shows [Qs Qd] (three of a kind, Queens)
Ann: shows [Ah Kh] (a flush, Ace high)
Ann collected $99 from pot
*** SECOND SHOW DOWN ***
Bob: shows [Qs Qd] (three of a kind, Queens)
Ann: shows [Ah Kh] (high card Ace)
Bob collected $99 from pot
*** SUMMARY ***
Total pot $201 | Rake $3
Hand was run twice
FIRST Board [Qh 7h 2c 3h Td]
SECOND Board [Qh 7h 2c 3c Tc]
"""

LATE = """\
PokerStars Hand #305:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 12:34:56 ET
Table 'Aurora' 6-max Seat #3 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 4: Cyd ($100 in chips)
Seat 5: Dan ($100 in chips)
Seat 6: Eve ($2,000.50 in chips)
Cyd: posts small blind $0.50
Dan: posts big blind $1
Ann: posts small & big blinds $1.50
Bob: posts big blind $1
Eve: posts straddle $2
*** HOLE CARDS ***
Ann: folds
Bob: folds
Cyd: folds
Dan: calls $1
Eve: checks
*** FLOP *** [Qh 7h 2c]
Dan: checks
Eve: bets $3
Dan: folds
Uncalled bet ($3) returned to Eve
Eve collected $7 from pot
"""

GG_CASH = """\
Poker Hand #RC401: Hold'em No Limit  ($0.05/$0.1) - 2024/05/06 12:34:56
Table 'RushAndCash17' 6-max Seat #1 is the button
Seat 1: 8fa1 ($16.25 in chips)
Seat 2: Hero ($8.45 in chips)
Seat 3: 21be ($1,015.65 in chips)
Hero: posts small blind $0.05
21be: posts big blind $0.1
*** HOLE CARDS ***
Dealt to 8fa1
Dealt to Hero [As Ah]
Dealt to 21be
8fa1: folds
Hero: raises $0.2 to $0.3
21be: calls $0.2
*** FLOP *** [8h Ks Ac]
Hero: bets $0.33
21be: raises $8 to $8.33
Hero: calls $7.82 and is all-in
Uncalled bet ($0.18) returned to 21be
Hero: shows [As Ah] (three of a kind, Aces)
21be: shows [Kd Kc] (three of a kind, Kings)
Hero: Chooses to EV Cashout
*** TURN *** [8h Ks Ac] [2d]
*** RIVER *** [8h Ks Ac 2d] [3d]
*** SHOWDOWN ***
Hero collected $16.02 from pot
Hero: Pays Cashout Risk ($0.7)
*** SUMMARY ***
Total pot $16.9 | Rake $0.68 | Jackpot $0.2 | Bingo $0 | Fortune $0 | Tax $0
Board [8h Ks Ac 2d 3d]
"""

GG_TOURNAMENT = """\
Poker Hand #TM402: Tournament #9001, Bounty Warm-Up $25 Hold'em No Limit - Level12(200/400) \
- 2024/05/06 12:34:56
Table '380' 8-max Seat #3 is the button
Seat 3: 5a (18,274 in chips)
Seat 4: f1 (7,311 in chips)
Seat 5: Hero (5,822 in chips)
5a: posts the ante 50
f1: posts the ante 50
Hero: posts the ante 50
f1: posts small blind 200
Hero: posts big blind 400
*** HOLE CARDS ***
Dealt to 5a
Dealt to f1
Dealt to Hero [4d 8d]
5a: raises 400 to 800
f1: folds
Hero: calls 400
*** FLOP *** [Kd 4s 8s]
Hero: checks
5a: bets 926
Hero: raises 4,046 to 4,972 and is all-in
5a: folds
Uncalled bet (4,046) returned to Hero
*** SHOWDOWN ***
Hero collected 3,802 from pot
*** SUMMARY ***
Total pot 3,802 | Rake 0 | Jackpot 0 | Bingo 0 | Fortune 0 | Tax 0
Board [Kd 4s 8s]
"""
