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

UNPAID = """\
PokerStars Hand #306: Tournament #7001, $4.60+$0.40 USD Hold'em No Limit - Level XI (400/800) \
- 2024/05/06 12:00:01 ET
Table '7001 9' 9-max Seat #5 is the button
Seat 1: Ann (5000 in chips)
Seat 3: Bob (60 in chips)
Seat 5: Cyd (9000 in chips)
Ann: posts the ante 75
Bob: posts the ante 60 and is all-in
Cyd: posts the ante 75
Ann: posts small blind 400
*** HOLE CARDS ***
Cyd: calls 800
Ann: calls 400
*** FLOP *** [Qh 7h 2c]
Ann: checks
Cyd: bets 800
Ann: folds
Uncalled bet (800) returned to Cyd
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
*** SHOW DOWN ***
Cyd: shows [Ah Kh] (a flush, Ace high)
Bob: shows [5c 5d] (a pair of Fives)
Cyd collected 1630 from side pot
Cyd collected 180 from main pot
*** SUMMARY ***
Total pot 1810 Main pot 180. Side pot 1630. | Rake 0
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

WINAMAX_CASH = """\
Winamax Poker - CashGame - HandId: #9001-17-1715000000 - Holdem no limit (0.02€/0.05€) \
- 2024/05/06 12:34:56 UTC
Table: 'Nice 17' 5-max (real money) Seat #3 is the button
Seat 1: Ann (5€)
Seat 2: Bob (5.20€)
Seat 3: Cyd B (4.80€)
*** ANTE/BLINDS ***
Ann posts small blind 0.02€
Bob posts big blind 0.05€
Dealt to Ann [Ah Kh]
*** PRE-FLOP ***
Cyd B raises 0.10€ to 0.15€
Ann raises 0.30€ to 0.45€
Bob folds
Cyd B folds
Ann collected 0.65€ from pot
*** SUMMARY ***
Total pot 0.65€ | No rake
Seat 1: Ann (small blind) won 0.65€
"""

WINAMAX_TOURNAMENT = """\
Winamax Poker - Tournament "Qualif 5€" buyIn: 4.50€ + 0.50€ level: 4 - HandId: #44-2-1715000000 \
- Holdem no limit (25/100/200) - 2024/05/06 12:34:56 UTC
Table: 'Qualif 5€(77)#003' 6-max (real money) Seat #2 is the button
Seat 1: Ann (20000, 2.50€ bounty)
Seat 2: Bob (3000, 2.50€ bounty)
Seat 5: Cyd (15000, 2.50€ bounty)
*** ANTE/BLINDS ***
Ann posts ante 25
Bob posts ante 25
Cyd posts ante 25
Cyd posts small blind 100
Ann posts big blind 200
Dealt to Bob [Qs Qd]
*** PRE-FLOP ***
Bob raises 2775 to 2975 and is all-in
Cyd folds
Ann calls 2775
*** FLOP *** [Qh 7h 2c]
*** TURN *** [Qh 7h 2c][3h]
*** RIVER *** [Qh 7h 2c 3h][Td]
*** SHOW DOWN ***
Bob shows [Qs Qd] (Trips of Queens)
Ann shows [Ah Kh] (Flush ace high)
Ann collected 6125 from pot
*** SUMMARY ***
Total pot 6125 | No rake
Board: [Qh 7h 2c 3h Td]
Seat 1: Ann (big blind) showed [Ah Kh] and won 6125 with Flush ace high
"""

PARTY_CASH = """\
***** Hand History for Game 5501 *****
$50 USD NL Texas Hold'em - Monday, May 06, 12:34:56 EDT 2024
Table Table  1701 (Real Money)
Seat 2 is the button
Total number of players : 3/6
Seat 4: Cyd ( $24.27 USD )
Seat 1: Ann ( $50 USD )
Seat 2: Bob ( $1,061.50 USD )
Cyd posts small blind [$0.25 USD].
Ann posts big blind [$0.50 USD].
** Dealing down cards **
Dealt to Ann [  Ah Kh ]
Bob raises [$1.50 USD]
Cyd folds
Ann calls [$1 USD]
** Dealing Flop ** [ Qh, 7h, 2c ]
Ann checks
Bob bets [$2 USD]
Ann raises [$6 USD]
Bob folds
Ann does not show cards.
Ann wins $11 USD
"""

PARTY_TOURNAMENT = """\
***** Hand History for Game 5502 *****
NL Texas Hold'em $215 USD Buy-in Trny:1287 Level:12  Blinds-Antes(100/200 -25) \
- Monday, May 06, 12:34:56 MSK 2024
Table Main Event $500 Gtd (1287) Table #83 (Real Money)
Seat 1 is the button
Total number of players : 3/9
Seat 3: Cyd ( 5,000 )
Seat 1: Ann ( 6,322 )
Seat 2: Bob ( 10,784 )
Trny:1287 Level:12
Blinds-Antes(100/200 -25)
Ann posts ante [25]
Bob posts ante [25]
Cyd posts ante [25]
Bob posts small blind [100].
Cyd posts big blind [200].
** Dealing down cards **
Dealt to Ann [  Ah Kh ]
Ann raises [500]
Bob will be using their time bank for this hand.
Bob is all-In  [10,659]
Cyd folds
Ann is all-In  [5,797]
** Dealing Flop ** [ Qh, 7h, 2c ]
** Dealing Turn ** [ 3h ]
** Dealing River ** [ Td ]
Bob shows [ Qs, Qd ]three of a kind, Queens.
Ann shows [ Ah, Kh ]a flush, Ace high.
Bob wins 4,462 chips from the side pot 1 with three of a kind, Queens.
Ann wins 12,869 chips from the main pot with a flush, Ace high.
"""

PARTY_NEW = """\
***** Hand History For Game 1575a9c *****
20/40 Tourney Texas Holdem Game Table (NL) (SNG Tournament #2410) (Buyin $0.23 + $0.02) \
- Thu Dec 05 18:57:46 EST 2024
Table (2410) Table #1 (Real Money) -- Seat 2 is the button
Total number of players : 2/3
Seat 2: Ann (500)
Seat 3: Bob (1000)
Ann posts small blind (20)
Bob posts big blind (40)
** Dealing down cards **
Dealt to Ann [ Ah, Kh ]
Ann raises 80 to 100
Bob folds
** Summary **
Main Pot: 80
Ann balance 540, bet 100, collected 140, net +40
Bob balance 960, lost 40 (folded)
"""

PACIFIC_CASH = """\
#Game No : 6601
***** 888poker Snap Poker Hand History for Game 6601 *****
$0.05/$0.10 Blinds No Limit Holdem - *** 06 05 2024 12:34:56
Table Worms 6 Max (Real Money)
Seat 1 is the button
Total number of players : 4
Seat 1: Ann ( $29.78 )
Seat 2: K.I.N ( $3.25 )
Seat 4: Cyd ( $10 )
Seat 6: Dan ( $10,05 )
K.I.N posts small blind [$0.05]
Cyd posts big blind [$0.10]
Dan posts dead blind [$0.05 + $0.10]
** Dealing down cards **
Dealt to Ann [ Qc, Tc ]
Dan checks
Ann raises [$0.30]
K.I.N calls [$0.25]
Cyd folds
Dan folds
** Dealing flop ** [ Kd, 6c, 2h ]
K.I.N checks
Ann bets [$0.37]
K.I.N folds
** Summary **
Ann did not show his hand
Ann collected [ $0.81 ]
"""

PACIFIC_TOURNAMENT = """\
***** 888poker Hand History for Game 6602 *****
$100/$200 Blinds No Limit Holdem - *** 06 05 2024 12:34:56
Tournament #8372 $18.30 + $1.70 - Table #1 9 Max (Real Money)
Seat 5 is the button
Total number of players : 4
Seat 1: Ann ( $3,548 )
Seat 5: Bob ( $1,614 )
Seat 7: Cyd ( $4,886 )
Seat 9: Dan ( $1,058 )
Ann posts ante [$20]
Bob posts ante [$20]
Cyd posts ante [$20]
Dan posts ante [$20]
Cyd posts small blind [$100]
Dan posts big blind [$200]
** Dealing down cards **
Dealt to Cyd [ 8c, Qs ]
Ann raises [$400]
Bob raises [$1,594]
Cyd folds
Dan calls [$838]
Ann folds
** Dealing flop ** [ 6d, 7s, Kd ]
** Dealing turn ** [ 5c ]
** Dealing river ** [ 8d ]
** Summary **
Bob shows [ Qd, Js ]
Dan shows [ Ac, Ad ]
Dan collected [ $2,656 ]
"""

IPOKER_CASH = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="4065">
 <general>
  <mode>real</mode>
  <gametype>Holdem NL €0.50/€1</gametype>
  <tablename>Leonding 1, 488</tablename>
  <currency>EUR</currency>
 </general>
 <game gamecode="7701">
  <general>
   <startdate>2024-05-06 12:34:56</startdate>
   <players>
    <player seat="1" name="Ann" chips="€100" dealer="1" win="€0" bet="€5"/>
    <player seat="3" name="Bob" chips="€99,50" dealer="0" win="€0" bet="€0.50"/>
    <player seat="6" name="Cyd" chips="€1,120" dealer="0" win="€10.08" bet="€5"/>
   </players>
  </general>
  <round no="0">
   <action no="1" player="Bob" type="1" sum="€0.50" cards=""/>
   <action no="2" player="Cyd" type="2" sum="€1" cards=""/>
  </round>
  <round no="1">
   <cards type="Pocket" player="Ann">HA HK</cards>
   <cards type="Pocket" player="Bob">X X</cards>
   <cards type="Pocket" player="Cyd">X X</cards>
   <action no="3" player="Ann" type="23" sum="€3" cards=""/>
   <action no="4" player="Bob" type="0" sum="€0" cards=""/>
   <action no="5" player="Cyd" type="3" sum="€2" cards=""/>
  </round>
  <round no="2">
   <cards type="Flop" player="">HQ D10 C2</cards>
   <action no="6" player="Cyd" type="4" sum="€0" cards=""/>
   <action no="7" player="Ann" type="5" sum="€2" cards=""/>
   <action no="8" player="Cyd" type="23" sum="€8" cards=""/>
   <action no="9" player="Ann" type="0" sum="€0" cards=""/>
  </round>
 </game>
</session>
"""

LIMIT = """\
PokerStars Hand #305:  Hold'em Limit ($1/$2 USD) - 2024/05/06 12:00:01 ET
Table 'Handsight' 6-max Seat #1 is the button
Seat 1: Ann ($40 in chips)
Seat 2: Bob ($38.50 in chips)
Seat 3: Cyd ($9 in chips)
Bob: posts small blind $0.50
Cyd: posts big blind $1
*** HOLE CARDS ***
Dealt to Cyd [Ah Kh]
Ann: raises $1 to $2
Bob: folds
Cyd: raises $1 to $3
Ann: calls $1
*** FLOP *** [Qh 7h 2c]
Cyd: bets $1
Ann: calls $1
*** TURN *** [Qh 7h 2c] [3d]
Cyd: bets $2
Ann: raises $2 to $4
Cyd: calls $2
*** RIVER *** [Qh 7h 2c 3d] [Td]
Cyd: bets $1 and is all-in
Ann: calls $1
*** SHOW DOWN ***
Cyd: shows [Ah Kh] (high card Ace)
Ann: shows [Qs Js] (a pair of Queens)
Ann collected $17.75 from pot
*** SUMMARY ***
Total pot $18.50 | Rake $0.75
Board [Qh 7h 2c 3d Td]
"""

WINAMAX_LIMIT = """\
Winamax Poker - CashGame - HandId: #9003-17-1715000000 - Holdem fixed limit (0.50€/1€) \
- 2024/05/06 12:34:56 UTC
Table: 'Nice 17' 5-max (real money) Seat #2 is the button
Seat 1: Ann (5€)
Seat 2: Bob (5.20€)
*** ANTE/BLINDS ***
Bob posts small blind 0.25€
Ann posts big blind 0.50€
Dealt to Ann [Ah Kh]
*** PRE-FLOP ***
Bob raises 0.50€ to 1€
Ann raises 0.50€ to 1.50€
Bob folds
Ann collected 2.50€ from pot
*** SUMMARY ***
Total pot 2.50€ | No rake
"""

PARTY_LIMIT = """\
***** Hand History for Game 5503 *****
$1/$2 USD FL Texas Hold'em - Monday, May 06, 12:34:56 EDT 2024
Table Table  1701 (Real Money)
Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ( $50 USD )
Seat 2: Bob ( $61.50 USD )
Ann posts small blind [$0.50 USD].
Bob posts big blind [$1 USD].
** Dealing down cards **
Dealt to Ann [  Ah Kh ]
Ann raises [$1.50 USD]
Bob calls [$1 USD]
** Dealing Flop ** [ Qh, 7h, 2c ]
Bob checks
Ann bets [$1 USD]
Bob folds
Ann does not show cards.
Ann wins $5 USD
"""

PACIFIC_LIMIT = """\
***** 888poker Hand History for Game 6603 *****
$0.06/$0.12 Blinds Fix Limit Holdem - *** 06 05 2024 12:34:56
Table Worms 6 Max (Real Money)
Seat 1 is the button
Total number of players : 2
Seat 1: Ann ( $4.86 )
Seat 2: Bob ( $1.09 )
Ann posts small blind [$0.06]
Bob posts big blind [$0.12]
** Dealing down cards **
Ann raises [$0.18]
Bob calls [$0.12]
** Dealing flop ** [ Kd, 6c, 2h ]
Bob checks
Ann bets [$0.12]
Bob calls [$0.12]
** Dealing turn ** [ 5c ]
Bob checks
Ann bets [$0.24]
Bob folds
** Summary **
Ann collected [ $0.69 ]
"""

GG_DROP = """\
Poker Hand #RC402: Hold'em No Limit  ($0.05/$0.1) - 2024/05/06 12:34:56
Table 'RushAndCash17' 6-max Seat #1 is the button
Seat 1: 8fa1 ($16.25 in chips)
Seat 2: Hero ($8.45 in chips)
Seat 3: 21be ($15.65 in chips)
Cash Drop to Pot : total $1
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
21be: folds
Uncalled bet ($0.33) returned to Hero
*** SHOWDOWN ***
Hero collected $1.52 from pot
*** SUMMARY ***
Total pot $1.6 | Rake $0.08 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
Board [8h Ks Ac]
"""

IPOKER_LIMIT = (
    IPOKER_CASH.replace("Holdem NL €0.50/€1<", "Holdem L €1/€2<")
    .replace('type="23" sum="€3"', 'type="23" sum="€2"')
    .replace('type="3" sum="€2"', 'type="3" sum="€1"')
    .replace('type="5" sum="€2"', 'type="5" sum="€1"')
    .replace('type="23" sum="€8"', 'type="23" sum="€2"')
    .replace('win="€10.08" bet="€5"', 'win="€6.08" bet="€3"')
)

BOVADA_CASH = """\
Bovada Hand #6001 TBL#77 HOLDEM No Limit - 2024-05-06 12:34:56
Seat 1: Dealer ($100 in chips)
Seat 2: Small Blind [ME] ($98.50 in chips)
Seat 4: Big Blind ($1,020 in chips)
Seat 5: UTG ($40 in chips)
Dealer : Set dealer [1]
Small Blind  [ME] : Small Blind $0.50
UTG : Seat sit out
Big Blind : Big blind $1
*** HOLE CARDS ***
Dealer : Card dealt to a spot [9c 9d]
Small Blind  [ME] : Card dealt to a spot [Ah Kh]
Big Blind : Card dealt to a spot [Qs Js]
Dealer : Folds (timeout)
Small Blind  [ME] : Raises $2.50 to $3
Big Blind : Calls $2
*** FLOP *** [Qh 7h 2c]
Small Blind  [ME] : Bets $4
Big Blind : Raises $12 to $12
Small Blind  [ME] : All-in(raise) $91.50 to $95.50
Big Blind : Calls $83.50
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
Small Blind  [ME] : Showdown [Ah Kh Qh 7h 3h] (Flush)
Big Blind : Mucks [Qs Js] (One pair)
Small Blind  [ME] : Hand result $194
Dealer : Table deposit $3
*** SUMMARY ***
Total Pot($197) | Rake ($3)
Board [Qh 7h 2c 3h Td]
Seat+2: Small Blind $194  with Flush [Ah Kh-Ah Kh Qh 7h 3h]
"""

BOVADA_TOURNAMENT = """\
Ignition Hand #6002: HOLDEM Tournament #M-88 TBL#18, Turbo- Level 7 (75/150) [MVS] \
- 2024-05-06 12:34:56 UTC
Table Info: Version: 1, Type: MVS, Stakes: 75-150, Table: 0A-0, Buyin: $25+$2.50, TableType: MTT
Seat 65: UTG (2,000 in chips)
Seat 146: Dealer (1,045 in chips)
Seat 17: Small Blind (1,500 in chips)
Seat 39: Big Blind [ME] (337 in chips)
Seating Info: 65, 146, 17, 39
Dealer : Set dealer [2]
UTG : Ante chip 15
Dealer : Ante chip 15
Small Blind : Ante chip 15
Big Blind [ME] : Ante chip 15
Small Blind : Small Blind 75
Big Blind [ME] : Big Blind 150
*** HOLE CARDS ***
Dealer : Card dealt to a spot [Ah Kh]
Big Blind [ME] : Card dealt to a spot [Qd Qc]
UTG : Folds
Dealer : All-in(raise) 1,030 to 1,030
Small Blind : Folds
Big Blind [ME] : All-in 172
Dealer : Return uncalled portion of bet 708
*** FLOP *** [Qh 7h 2c]
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
Dealer : Showdown [Ah Kh Qh 7h 3h]
Big Blind [ME] : Showdown [Qd Qc Qh Td 7h]
Dealer : Hand result 779
Big Blind [ME] : Ranking 51
*** SUMMARY ***
Total Pot(779)
"""

WINNING_CASH = """\
Hand #7001 - Holdem(No Limit) - $0.50/$1.00 - 2024/05/06 12:34:56 UTC
Fort Ann 6-max Seat #1 is the button
Seat 1: Ann ($100.00)
Seat 2: Bob B ($1,061.50)
Seat 3: Cyd ($24.25)
Seat 4: Dan ($50.00)
Seat 5: Eve ($50.00) is sitting out
Bob B posts the small blind $0.50
Cyd posts the big blind $1.00
Dan posts dead $1.50
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Dan checks
Ann raises $4.00 to $4.00
Bob B folds
Cyd calls $3.00
Dan folds
*** FLOP *** [Qh 7h 2c]
Main pot $9.95 | Rake $0.05
Cyd checks
Ann bets $5.00
Cyd folds
Uncalled bet ($5.00) returned to Ann
Ann does not show
*** SUMMARY ***
Total pot $9.95 | Rake $0.04 | JP Fee $0.01
Board [Qh 7h 2c]
Seat 1: Ann (button) did not show and won $9.95
Seat 2: Bob B (small blind) folded on the Pre-Flop
"""

WINNING_2014 = """\
Game started at: 2014/5/6 7:8:9
Game ID: 7003 0.50/1 Fort Ann   (JP) - 2 (Hold'em)
Seat 1 is the button
Seat 1: Ann (100).
Seat 2: Bob B (41.50).
Seat 3: Cyd (24.25).
Seat 4: Dan (50).
Seat 5: Eve (50).
Player Bob B has small blind (0.50)
Player Cyd has big blind (1)
Player Eve sitting out
Player  is timed out.
Player Dan posts (0.50) as a dead bet
Player Dan posts (1)
Player Bob B received a card.
Player Bob B received a card.
Player Ann received card: [Ah]
Player Ann received card: [10h]
Player Dan checks
Player Ann raises (4)
Player Bob B calls (3.50)
Player Cyd folds
Player Dan is timed out.
Player Dan folds
*** FLOP ***: [Qh 7h 2c]
Player Bob B bets (5)
Player Ann raises (15)
Player Bob B allin (32.50)
Player Ann calls (22.50)
*** TURN ***: [Qh 7h 2c] [3h]
*** RIVER ***: [Qh 7h 2c 3h] [10d]
------ Summary ------
Pot: 83.25. Rake 2
Board: [Qh 7h 2c 3h 10d]
*Player Ann shows: Flush, A high [Ah 10h]. Bets: 41.50. Collects: 83.25. Wins: 41.75.
Player Bob B shows: One pair of Qs [Qs Js]. Bets: 41.50. Collects: 0. Loses: 41.50.
Player Cyd does not show cards.Bets: 1. Collects: 0. Loses: 1.
Player Dan does not show cards.Bets: 1.50. Collects: 0. Loses: 1.50.
Player  does not show cards.Bets: 0. Collects: 0. Wins: 0.
Game ended at: 2014/5/6 7:9:10
"""

WINNING_TOURNAMENT = """\
Game Hand #7002 - $5,000 GTD Tournament #24 - Holdem(No Limit) - Level 10 (300.00/600.00)\
- 2024/05/06 12:34:56 UTC
Table '99' 8-max Seat #3 is the button
Seat 3: Ann (14885.00)
Seat 4: Bob (24515.00)
Seat 5: Cyd (3000.00)
Ann posts ante 90.00
Bob posts ante 90.00
Cyd posts ante 90.00
Bob posts the small blind 300.00
Cyd posts the big blind 600.00
*** HOLE CARDS ***
Main pot 270.00
Dealt to Ann [Ah Kh]
Ann raises 3000.00 to 3000.00
Bob folds
Cyd calls 2310.00 and is all-in
Uncalled bet (90.00) returned to Ann
*** FLOP *** [Qh 7h 2c]
*** TURN *** [Qh 7h 2c] [3h]
*** RIVER *** [Qh 7h 2c 3h] [Td]
*** SHOW DOWN ***
Main pot 6390.00
Ann shows [Ah Kh] (a flush, Ace high [Ah Kh Qh 7h 3h])
Cyd shows [Qs Qd] (three of a kind, Set of Queens [Qs Qd Qh Td 7h])
Ann collected 6390.00 from main pot
*** SUMMARY ***
Total pot 6390.00
Board [Qh 7h 2c 3h Td]
Seat 3: Ann (button) showed [Ah Kh] and won 6390.00 with a flush, Ace high [Ah Kh Qh 7h 3h]
"""

FULL_TILT_CASH = """\
Full Tilt Poker Game #8001: Table Tree Line (6 max) - $0.50/$1 - No Limit Hold'em \
- 12:34:56 ET - 2009/05/06
Seat 1: Ann ($100)
Seat 2: Bob B ($1,031.95)
Seat 3: Cyd ($24.25)
Seat 5: Dan ($50)
Seat 6: Eve ($50), is sitting out
Bob B posts the small blind of $0.50
Cyd posts the big blind of $1
Dan posts a dead small blind of $0.50
Dan posts $1
The button is in seat #1
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Dan checks
Ann has 15 seconds left to act
Ann raises to $4
Bob B folds
Cyd calls $3
Dan folds
*** FLOP *** [Qh 7h 2c] (Total Pot: $10, 2 Players)
Cyd bets $8
Eve adds $20
Ann raises to $96, and is all in
Cyd calls $12.25, and is all in
Uncalled bet of $75.75 returned to Ann
Ann shows [Ah Kh]
Cyd shows [Qs Qd]
*** TURN *** [Qh 7h 2c] [3h] (Total Pot: $50.50, 2 Players, 1 All-In)
*** RIVER *** [Qh 7h 2c 3h] [Td] (Total Pot: $50.50, 2 Players, 1 All-In)
Ann shows a flush, Ace high
Cyd shows three of a kind, Queens
Ann wins the pot ($48) with a flush, Ace high
*** SUMMARY ***
Total pot $50.50 | Rake $2.50
Board: [Qh 7h 2c 3h Td]
Seat 1: Ann (button) showed [Ah Kh] and won ($48) with a flush, Ace high
"""

FULL_TILT_TOURNAMENT = """\
Full Tilt Poker Game #8002: $2 + $0.25 Sit & Go (148), Table 1 - NL Hold'em - 15/30 Ante 5 \
- 09:31:00 CT - 2013/01/06 [10:31:00 ET - 2013/01/06]
Seats: 9
Seat 2: Ann (1,300)
Seat 5: Bob (35)
Seat 8: Cyd (818)
Ann antes 5
Bob antes 5
Cyd antes 5
Bob posts the small blind of 15
Cyd posts the big blind of 30
The button is in seat #2
*** HOLE CARDS ***
Dealt to Cyd [Js Jd]
Ann calls 30
Bob calls 15, and is all in
Cyd checks
*** FLOP *** [Qh 7h 2c] (Total Pot: 105, 3 Players, 1 All-In)
Cyd bets 60
Ann calls 60
*** TURN *** [Qh 7h 2c] [3h] (Total Pot: 225, 3 Players, 1 All-In)
Cyd checks
Ann checks
*** RIVER *** [Qh 7h 2c 3h] [Td] (Total Pot: 225, 3 Players, 1 All-In)
Cyd checks
Ann checks
*** SHOW DOWN ***
Cyd shows [Js Jd] a pair of Jacks
Ann mucks
Cyd wins the side pot (120) with a pair of Jacks
Bob shows [Ah Kh] a flush, Ace high
Bob wins the main pot (105) with a flush, Ace high
*** SUMMARY ***
Total pot 225 Main pot 105. Side pot 120. | Rake 0
"""
