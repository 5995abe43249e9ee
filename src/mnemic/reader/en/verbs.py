"""What may follow a subject: finite verbs, and what an "'s" stands for before a word."""

from __future__ import annotations

import re

from mnemic.reader.en import lexicon

FINITE = lexicon.either(
    "is|isn't|are|aren't|was|wasn't|were|has|hasn't|have|haven't|had|will|won't|can|can't|cannot|must|mustn't"
    "|should|needs|runs",
    "goes|costs|starts|ends|opens|closes|lives|works|likes|loves|hates|prefers|uses|takes|wants|eats|drinks"
    "|plays|plans|expires",
    "leaves|arrives|stays|pins|ships|weighs|measures|belongs|comes|gets|turns|does|doesn't|moved|runs out"
    "|supports|requires|teaches",
    "studies|swears|speaks|drives|owns|collects|makes|keeps|sits|contains|lasts|finishes|begins|changed|said"
    "|says|died|passed|broke",
    "failed|arrived|turned|sticks|costs|weighs|returns|rotates|expects|accepts|sends|stores|connects|points"
    "|happens|repeats|renews|resets|covers|includes|allows|blocks|exports|imports|prefers|drinks|snores|barks"
    "|wakes|suits|got|started|finished|ended|rose|fell|hit|went|came|uses|thinks|can|could|would|might|did|used"
    "|reads",
    "writes|cooks|sleeps|snores|bakes|paints|cycles|swims|holds|targets|deploys|listens|talks|reports|handles"
    "|manages|pays|needs",
    "stay|stays|remain|moves|shifts|changes|gives|brings|wrecks|upsets|triggers|causes|lands|stay|stays|remain"
    "|moves|shifts|changes|renews|meets"
    "|sets|set off|approved|rejected|agreed|voted|seats|fits|charges|insists|expects|proves|freezes|slipped|"
    "doubles|tops",
)
PLURAL = lexicon.either(
    "go|run|live|work|like|love|hate|need|use|start|end|happen|open|close|come|cost|take|weigh|make|give|"
    "bring|trigger|upset|cause|ship|expire|"
    "finish|leave|meet|nap|sleep|eat|drink|play|prefer|speak|have|want|wake|read|watch|walk|swim|cycle|learn|study|share|own|drive|"
    "visit|stay|get"
)
"""Forms that are finite after a plural only."""
AFTER_IS = re.compile(
    r"(?:a|an|the|not|in|on|at|from|off|by|over|under|with|my|our|their|your|his|her|about|only|also|still|now"
    r"|just|very|really|\d\S*|£\S+|\$\S+|€\S+|due|[a-z]+ed|[a-z]+ing|been|gone|got|done|set|built|kept|held|put"
    r"|free|full|open|shot|bad|sore|stiff|dodgy|knackered|capped|allergic|above|below|next to|behind|opposite|"
    r"near|outside|inside|between|round|they/them"
    r"|she/her|he/him|(?-i:[A-Z])\w*"
    rf"|{lexicon.DIET}|{lexicon.CONDITION}|next|half|no|called|always|never|two|three|four|five|six|seven|eight"
    rf"|nine|ten|up|out|down|back|here|there)\b",
    re.IGNORECASE,
)
NOT_OWNED = re.compile(
    r"(?:a|an|the|not|in|on|at|from|off|by|over|under|with|about|my|our|their|your|his|her|very|really|just|now"
    r"|only|also|still|been|got|gone|had|allergic|always|never|too|so|quite"
    rf"|[a-z]+ed|\d+(?!\d*(?:st|nd|rd|th))|{lexicon.DIET}|{lexicon.CONDITION})\b",
    re.IGNORECASE,
)
HAS_AFTER = re.compile(
    r"(?:(?:just|already|recently|finally|always|never|now|only|also)\s+)*(?:been|got|gone|had|moved|started"
    r"|finished|become|become|joined|changed|switched|turned|passed|stopped|begun|lost|taken|quit|left|given"
    r"|dropped|bumped|crept|come|put|prescribed|diagnosed|told|asked)\b",
    re.IGNORECASE,
)
GENITIVE = re.compile(
    r"(?:best|worst|first|last|latest|new|old|famous|usual|only|own|whole) [\w-]+$|[^,]*:", re.IGNORECASE
)
"""What follows "gran's" where the "'s" is a genitive without a verb after it: "best line"."""
