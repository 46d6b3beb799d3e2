BEGIN TRANSACTION;
CREATE TABLE arena (spec TEXT NOT NULL);
INSERT INTO "arena" VALUES('{"agents": ["random", "call"], "format": "reset", "rules": "handsight", "stakes": {"structure": "no-limit", "small_blind": 50, "big_blind": 100, "ante": 0, "ante_by": "each", "straddles": [], "small_bet": null, "big_bet": null, "bet_cap": 4, "heads_up_uncapped": false, "short_blind_price": "full", "fold_when_free": false, "reopen": "full-raise", "muck": true}, "stack": 10000, "rounds": 1, "seed": 7, "pairs": 2, "until": null, "table": "heads-up", "block": 100, "isolate": false, "limits": {"decision": 5.0, "free": 0.5, "bank": 30.0, "memory": 2048, "load": 120.0, "rehearsal": 30.0}}');
CREATE TABLE blocks (
        matchup INTEGER, block INTEGER,
        decisions TEXT NOT NULL, seconds TEXT NOT NULL, longest TEXT NOT NULL,
        PRIMARY KEY (matchup, block)
    ) WITHOUT ROWID;
INSERT INTO "blocks" VALUES(0,0,'[16, 20]','[0.00024160300063158502, 2.597899992906605e-05]','[4.532799994194647e-05, 9.503999990556622e-06]');
CREATE TABLE faults (
        matchup INTEGER NOT NULL, pair INTEGER NOT NULL, leg INTEGER NOT NULL,
        hand INTEGER NOT NULL, decision INTEGER NOT NULL, slot INTEGER NOT NULL,
        kind TEXT NOT NULL, detail TEXT NOT NULL
    );
CREATE TABLE hands (
        matchup INTEGER, pair INTEGER, leg INTEGER, hand INTEGER,
        chips TEXT NOT NULL, phh TEXT NOT NULL,
        PRIMARY KEY (matchup, pair, leg, hand)
    ) WITHOUT ROWID;
INSERT INTO "hands" VALUES(0,0,0,1,'[-9477, 9477]','variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = [
  "d dh p1 Tc7h",
  "d dh p2 6dKd",
  "p2 cc",
  "p1 cc",
  "d db 2c7cTd",
  "p1 cc",
  "p2 cbr 2825",
  "p1 cc",
  "d db 5c",
  "p1 cc",
  "p2 cc",
  "d db Jh",
  "p1 cc",
  "p2 cbr 6552",
  "p1 cc",
  "p2 sm 6dKd",
  "p1 sm Tc7h",
]
hand = 1
players = ["call", "random"]
finishing_stacks = [19477, 523]
');
INSERT INTO "hands" VALUES(0,0,1,1,'[6900, -6900]','variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = [
  "d dh p1 Tc7h",
  "d dh p2 6dKd",
  "p2 cc",
  "p1 cc",
  "d db 2c7cTd",
  "p1 cc",
  "p2 cc",
  "d db 5c",
  "p1 cbr 3587",
  "p2 cc",
  "d db Jh",
  "p1 cbr 3213",
  "p2 cc",
  "p1 sm Tc7h",
  "p2 sm -",
]
hand = 1
players = ["random", "call"]
finishing_stacks = [16900, 3100]
');
INSERT INTO "hands" VALUES(0,1,0,1,'[-1246, 1246]','variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = [
  "d dh p1 9cTh",
  "d dh p2 3c6s",
  "p2 cc",
  "p1 cc",
  "d db 9d2sQh",
  "p1 cc",
  "p2 cc",
  "d db 4d",
  "p1 cc",
  "p2 cbr 1146",
  "p1 cc",
  "d db 3h",
  "p1 cc",
  "p2 cc",
  "p1 sm 9cTh",
  "p2 sm -",
]
hand = 1
players = ["call", "random"]
finishing_stacks = [11246, 8754]
');
INSERT INTO "hands" VALUES(0,1,1,1,'[854, -854]','variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = [
  "d dh p1 9cTh",
  "d dh p2 3c6s",
  "p2 cc",
  "p1 cbr 854",
  "p2 cc",
  "d db 9d2sQh",
  "p1 cc",
  "p2 cc",
  "d db 4d",
  "p1 cc",
  "p2 cc",
  "d db 3h",
  "p1 cc",
  "p2 cc",
  "p1 sm 9cTh",
  "p2 sm -",
]
hand = 1
players = ["random", "call"]
finishing_stacks = [10854, 9146]
');
CREATE TABLE matchups (matchup INTEGER PRIMARY KEY, agents TEXT NOT NULL);
INSERT INTO "matchups" VALUES(0,'["random", "call"]');
CREATE TABLE pairs (
        matchup INTEGER, pair INTEGER, chips TEXT NOT NULL, hands TEXT NOT NULL,
        PRIMARY KEY (matchup, pair)
    ) WITHOUT ROWID;
INSERT INTO "pairs" VALUES(0,0,'[[-9477, 9477], [6900, -6900]]','[1, 1]');
INSERT INTO "pairs" VALUES(0,1,'[[-1246, 1246], [854, -854]]','[1, 1]');
COMMIT;
