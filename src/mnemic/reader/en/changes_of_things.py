"""Frames in which changes of things and habits are told: "the van's gone", "tea's black now". Data only."""

from __future__ import annotations

import re

from mnemic.domain.record import Kind
from mnemic.reader.en import keys, lexicon
from mnemic.reader.en.change_frame import NOW, ChangeFrame, change_frame

_GADGET = (
    r"(?P<thing>(?:work |personal |company )?(?:phone|mobile|laptop|computer|car|van|bike|watch|camera|tablet|"
    r"keyboard|"
    r"monitor|headphones|e-?reader|console|printer|tv|email|email address|number|phone number|mobile number|"
    r"address|surname|"
    r"username|handle|bank|gp|dentist|vet|boss|manager|doctor|therapist|landlord|car insurer|energy supplier|"
    r"line manager|isp|"
    r"editor))"
)
_CLASS = (
    r"(?P<role>(?:[\w-]+ ){0,2}?(?:druid|rogue|mage|warlock|paladin|priest|warrior|hunter|shaman|monk|necromancer|"
    r"bard|"
    r"cleric|ranger|sorcerer|sorceress|wizard|barbarian|tank|healer|support|dps|jungler|jungle|mid|adc|bot lane|"
    r"top lane|"
    r"sniper|medic|thief|assassin|engineer|summoner|dragoon|evoker|demon hunter|death knight|titan|warlock|main))"
)
_DRINK = r"(?P<drink>tea|coffee|latte|cappuccino|flat white|americano|espresso|brew|cuppa)"


THING_CHANGES: tuple[ChangeFrame, ...] = (
    change_frame(
        rf"(?:(?:i|we)(?:'ve| have)? )?(?:just |finally )?(?:got|bought|have|ordered|treated myself to)? ?(?:a |"
        rf"my |our )?"
        rf"(?:brand )?new {_GADGET}(?: (?:is|arrived|came|today|yesterday|now))*(?:, (?:it's |an? |the )*|: |'s |"
        rf" (?:is|=) |! )(?:an? |the )?(?P<new>(?-i:[A-Z\d])[^.!?]{{1,60}}|[\w.+-]+@[\w.-]+)",
        "The user's new {thing} is {new}",
        attribute="*thing",
        said="{new}",
    ),
    change_frame(
        r"(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently )*(?:sold|scrapped|part-exchanged|got rid of|"
        r"gave away|"
        r"wrote off|traded in|handed back|flogged|binned) (?:my |our |the )?(?:old )?(?P<old>[\w' -]{2,25}?)(?:,|"
        r" and| then)+ "
        r"(?:i |we |i've |we've )?(?:now |just )*(?:got|bought|have|drive|leased|picked up|went for|"
        r"ordered)(?: got)? "
        r"(?:an? |the |my )?(?P<new>[\w' -]{2,40}?)(?: instead| now)*(?P<rest>$|[,.].*)",
        "The user got rid of their {old} and has {new} now{rest}",
        attribute="*swap",
        said="{new}",
        joint=True,
    ),
    change_frame(
        r"(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently )*(?:swapped|traded|part-exchanged|exchanged|"
        r"replaced|ditched|"
        r"dropped|given up|gave up|switched from|moved from) (?P<det>my |our |"
        r"the )?(?P<old>[\w' -]{2,30}?) (?P<in>in )?(?:for|with|"
        r"to) (?P<new>(?:a |an |my |the )?[\w' -]{2,40}?)(?: instead| now)*(?P<rest>$|[,.].*)",
        "The user has swapped {det}{old} for {new}{rest}",
        attribute="*swap",
        said="{new}",
        joint=True,
        fits=lambda m: bool(keys.activity_key(m["old"]) or keys.is_car(m["old"]) or keys.is_car(m["new"])),
    ),
    change_frame(
        r"(?:the |my |our )?(?:old )?(?P<old>car|van|motorbike|bike|(?-i:[A-Z])[\w-]+)(?:'s| is| has)? (?:been |"
        r"now )*(?:gone|sold|scrapped|"
        r"written off|died)(?:,| and|,? so)+ (?:it's|i've got|we've got|i drive|we drive|i'm driving|i have|"
        r"now it's|got) (?:an? |the )?"
        r"(?P<new>[\w' -]{2,40}?)(?: now| instead| these days)*(?P<rest>$|[,.].*)",
        "The user's {old} is gone and they have {new} now{rest}",
        attribute="*swap",
        said="{new}",
        joint=True,
        fits=lambda m: keys.is_car(m["old"]) or keys.is_car(m["new"]),
    ),
    change_frame(
        r"(?:the |my |our )?(?P<old>car|van|motorbike|bike|boat|caravan|(?-i:[A-Z])[\w-]+)(?:'s| is|"
        r" has)? (?:been |now )*(?:gone|"
        r"sold|scrapped|written off|been sold|died|went to the scrapyard)(?P<rest>$|[,.].*)",
        "The user's {old} is gone{rest}",
        attribute="*lost",
        said=keys.STOPPED_PATTERN,
        fits=lambda m: m["old"].lower() in ("car", "van", "motorbike", "caravan") or keys.is_car(m["old"]),
    ),
    change_frame(
        r"(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently )*(?:got rid of|sold|scrapped) (?:my |our |"
        r"the )(?P<old>[\w-]+)"
        r"(?P<rest>$|[,.].*)",
        "The user got rid of the {old}{rest}",
        attribute="*lost",
        said=keys.STOPPED_PATTERN,
        fits=lambda m: m["old"].lower() in ("car", "van", "motorbike", "caravan") or keys.is_car(m["old"]),
    ),
    change_frame(
        rf"(?:my |the )?{_DRINK}(?:'s| is) (?P<how>[\w' -]{{3,40}}?) {NOW}(?P<rest>$|[,.].*)",
        "The user has their {drink} {how} now{rest}",
        attribute="default:drink",
        said="{drink} {how}",
        kind=Kind.PREFERENCE,
        fits=lambda m: bool(
            re.match(
                r"(?:black|white|green|decaf|strong|weak|iced|milky|sweet|with|without|no|oat|soya?|plain)", m["how"]
            )
        ),
    ),
    change_frame(
        rf"(?:i |i've |i'm )?(?:main(?:ing)?|rerolled(?: as| to)?|respecced(?: as| to| into)?|"
        rf"rerolled,? (?:now )?playing|now "
        rf"play(?:ing)?|playing|rolled) (?:as )?(?:an? |my )?{_CLASS}(?P<game> (?:in|"
        rf"on) [\w' -]+?)?(?: {NOW})?(?P<rest>$|[,.].*)",
        "The user mains {role}{game}{rest}",
        attribute="value:main",
        said="{role}",
    ),
    change_frame(
        rf"(?:an? )?{_CLASS} main(?P<rest>$|,.*| (?:in|on|since|now)\b.*)",
        "The user is a {role} main{rest}",
        attribute="value:main",
        said="{role}",
        correction=False,
    ),
    change_frame(
        r"(?:and |also |please |can you |just )*use (?:the |my )?(?P<new>\S+) (?P<what>address|email|number|"
        r"account|card)(?: instead| now| please)*,? "
        r"(?:as |because |since )?(?:the |my )?old (?P<old>[\w-]+)(?:'s| is| has) (?P<gone>dead|gone|closed|"
        r"defunct|cancelled|expired|no longer .+)",
        "Use the {new} {what}; the old {old} is {gone}",
        attribute="value:{what}",
        said="{new}",
        kind=Kind.RULE,
        joint=True,
    ),
    change_frame(
        r"(?:the |my )?best (?P<what>number|way|place|email|address) (?:to (?:reach|get|contact|call|ring|catch|"
        r"get hold of)"
        r"|for reaching) (?:me|us)(?: (?:on|at|by))? is (?:on |by )?(?P<new>.+)",
        "The best {what} to reach the user on is {new}",
        attribute="value:contact",
        said="{new}",
    ),
    change_frame(
        r"(?P<until>until [^,]{3,30}?,? |from now on,? )?(?:please |just )*(?P<only>only )?(?:reach|contact|"
        r"get hold of) (?:me|us) "
        r"(?P<only2>only )?(?P<how>through|via|at|on|by) (?P<new>.+)",
        "{until}reach the user {only}{only2}{how} {new}",
        attribute="value:contact",
        said="{new}",
        kind=Kind.RULE,
    ),
    change_frame(
        r"(?:they(?:'ve| have)?|he's|she's|(?:the|my) (?:landlord|landlady|agency|boss|company|council|bank)(?:'s|"
        r" has)?) "
        r"(?:just |now )*(?:put|bumped|pushed|jacked|whacked|knocked|brought|dropped) (?:my|our|the) "
        r"(?P<what>[\w -]{2,25}?) (?P<way>up|down) to (?P<new>.*\d.*)",
        "The user's {what} has gone {way} to {new}",
        attribute="value:{what}",
        said="{new}",
    ),
    change_frame(
        r"(?:i|we) (?:now )?pay (?P<new>(?:£|\$|€)?\d[\w.,]*(?: a| per)? ?(?:month|week|pcm)?) (?:in |"
        r"for )?rent(?: now)?"
        r"(?P<rest>$|[,.].*)",
        "The user pays {new} rent{rest}",
        attribute="value:rent",
        said="{new}",
        correction=False,
    ),
    change_frame(
        r"(?:(?:he|she|they)(?:'s|'re) here[!,.]* )?(?:our|my) (?:baby |little |new )?(?P<child>son|daughter|baby|"
        r"boy|girl|twins|"
        r"first)(?P<name> (?-i:[A-Z])[\w-]+)?,? (?:was |were |is )?(?:finally )?born (?P<rest>.+)",
        "The user's {child}{name} was born {rest}",
        attribute="state:baby",
        said="born",
        kind=Kind.EVENT,
    ),
    change_frame(
        r"(?:my wife and i are |my partner and i are |we're |i'm |we are |i am )?expecting (?P<who>our|my|a|"
        r"another|twins)(?P<rest>.*)",
        "The user is expecting {who}{rest}",
        attribute="state:baby",
        said="expecting",
        kind=Kind.PLAN,
        correction=False,
        fits=lambda m: bool(re.match(r" (?:first|second|third|baby|child|boy|girl|son|daughter|one)\b|$|,", m["rest"])),
    ),
    change_frame(
        rf"(?:(?:my|our|the) (?:old |poor |lovely |"
        rf"dear )?(?P<kind>{lexicon.PET}),? )?(?P<pet>(?-i:[A-Z])[\w-]+),? (?:has |'s |sadly |"
        r"finally |just )*(?P<how>died|passed away|crossed the rainbow bridge|was put (?:down|to sleep)|"
        r"was rehomed|"
        r"had to be put (?:down|to sleep)|ran away)\b(?P<rest>.*)",
        "{kind} {pet} {how}{rest}",
        attribute="pet",
        said="{pet}",
        kind=Kind.EVENT,
        polarity=-1,
        correction=False,
        fits=lambda m: (
            not re.match(
                r"(?:he|she|it|they|that|this|everyone|everybody|who|somebody|battery|phone|laptop|car|queen|king|"
                r".*s)$",
                m["pet"],
                re.I,
            )
        ),
    ),
    change_frame(
        rf"(?:i|we)(?:'ve| have)? ?(?P<how>(?:just |sadly |recently |finally )*(?:(?:had|have had) to (?:rehome|"
        rf"put)|rehomed|put|lost|"
        rf"said goodbye to|gave away)) (?P<whose>my |our |the )?(?P<pet>(?:{lexicon.PET})|"
        rf"(?-i:[A-Z])[\w-]+)(?P<tail> down| to sleep)?"
        r"(?P<rest>$|[,.].*| (?:in|last|on|this|yesterday|to|after)\b.*)",
        "The user {how} {whose}{pet}{tail}{rest}",
        attribute="pet",
        said="{pet}",
        kind=Kind.EVENT,
        polarity=-1,
        fits=lambda m: m["how"].split()[-1].lower() != "put" or bool(m["tail"]),
    ),
    change_frame(
        r"(?:(?:i'm|we're|i am|we are) )?(?:not|no longer) (?:going|coming|flying|travelling) (?:to|"
        r"on) (?P<what>(?:the|that|my|"
        r"our) [\w' -]+?)(?: any ?more| after all| now)?(?P<rest>$|[,.].*)",
        "The user is not going to {what} any more{rest}",
        attribute="plan:{what}",
        said="cancelled",
        kind=Kind.PLAN,
        polarity=-1,
    ),
    change_frame(
        r"(?:(?:i've|i'm|we've|we're|i|we) )?(?:had to )?(?:pulled|pulling|pull|backed|"
        r"dropped) out of (?P<what>(?:the|that|my) "
        r"[\w' -]+?)(?P<rest>$|[,.].*)",
        "The user has pulled out of {what}{rest}",
        attribute="plan:{what}",
        said="cancelled",
        kind=Kind.PLAN,
        polarity=-1,
    ),
    change_frame(
        r"(?:i |i've |we |we've )?(?:just |finally |recently )*(?P<how>binned|deleted|ditched|quit|left|come off|"
        r"came off|got rid of|"
        r"cancelled|dropped|packed in|uninstalled) (?:my )?(?P<what>(?:Instagram|Facebook|Twitter|TikTok|Snapchat|"
        r"WhatsApp|LinkedIn|"
        r"Reddit|Netflix|Spotify|Discord|Slack|Notion|Evernote|Duolingo|Strava|Prime|Tinder|Hinge|Bumble|YouTube|"
        r"Telegram|Audible)"
        r")(?: account| subscription| membership)?(?P<rest>$|[,.].*| (?:and|because|in|last|for|since)\b.*)",
        "The user has {how} {what}{rest}",
        attribute="uses:{what}",
        said=keys.STOPPED_PATTERN,
    ),
    change_frame(
        r"(?:my )?(?:old |other )?(?P<what>number|phone number|email|address|phone)(?:'s| is| has) (?:dead|gone|"
        r"no longer in use|changed|"
        r"defunct|cut off|not working any ?more)[,;:]? (?:so )?(?:please )?(?:use|it's|the new one is|try|ring|"
        r"call|email) "
        r"(?P<new>.*[\d@].*?)(?: now| instead| from now on)*",
        "The user's {what} is now {new}",
        attribute="value:{what}",
        said="{new}",
        joint=True,
    ),
    change_frame(
        r"(?:the |my |our )?(?P<what>(?!(?:i|it|that|everything|something|nothing|(?:my |the |our )?(?:plans?|"
        r"mind|weather|mood|subject|topic|time)|my|the|our|she|he|"
        r"they)\b)[\w' -]{2,30}?)"
        r"(?:'s| has)? changed(?: since [^,]+)?(?:,? (?:and )?(?:it's (?:now )?|now it's |back to |"
        r"to ))(?P<new>[^,.]{2,40}?)(?: now)?"
        r"(?P<rest>$|[,.].*| (?:and|because|since)\b.*)",
        "The user's {what} is now {new}{rest}",
        attribute="value:{what}",
        said="{new}",
        joint=True,
    ),
    change_frame(
        r"(?:i(?:'ve| have)? |i'm )?(?:just )?(?P<how>handed in|handing in|gave in|put in|"
        r"giving) my (?P<what>notice|resignation)"
        r"(?P<rest>$|[,.].*| (?:today|yesterday|on|last|this|at|in)\b.*)",
        "The user is {how} their {what}{rest}",
        attribute="state:employment",
        said="notice given",
        fits=lambda m: m["how"].lower().endswith("ing"),
    ),
    change_frame(
        r"(?:i(?:'ve| have)? )?(?:just )?(?P<how>handed in|gave in|put in) my (?P<what>notice|resignation)"
        r"(?P<rest>$|[,.].*| (?:today|yesterday|on|last|this|at|in)\b.*)",
        "The user {how} their {what}{rest}",
        attribute="state:employment",
        said="notice given",
    ),
    change_frame(
        r"(?:they|they've|they have|work has|my boss has|the boss has) (?:just |now )?(?:put|moved|switched|"
        r"stuck) me (?:back )?"
        r"(?:on|to|onto) (?P<new>(?:the )?(?:earlies|lates|nights|days|(?:early|late|night|day|weekend|evening|"
        r"morning) shifts?))"
        r"(?P<rest>$|[,.].*| (?:at|from|now|until|since)\b.*)",
        "The user has been put on {new}{rest}",
        attribute="state:shift",
        said="{new}",
    ),
    change_frame(
        r"(?:i )?used to (?P<how>love|like|adore|enjoy|eat|drink|be into) (?P<what>[\w' -]{3,40}?)(?:[,;]| but|"
        r" and)+ (?P<rest>(?:now "
        r"i |but now i |these days i |i )?(?:can't (?:stand|bear|eat|drink|touch)|hate|don't|won't|never|gone off|"
        r"went off)\b.*)",
        "The user used to {how} {what}, {rest}",
        attribute="like",
        said="{what}",
        kind=Kind.PREFERENCE,
        polarity=-1,
        joint=True,
    ),
    change_frame(
        r"none of my family (?P<does>eats?|drinks?|smokes?|likes?|can eat|speaks?|drives?) (?P<what>.+)",
        "None of the user's family {does} {what}",
        attribute="diet",
        said="no {what}",
        correction=False,
    ),
    change_frame(
        r"(?:i |i've |we |we've )?(?:just |finally |recently |had to )*(?:packed in|jacked in|quit|gave up|"
        r"given up|stopped|"
        r"dropped|knocked on the head|chucked in|cancelled|left|finished with|let go of|stopped going to|"
        r"stopped doing|"
        r"no longer do|no longer go to|binned off|hung up) (?P<det>(?:my |the |doing |going to |"
        r"playing )*)(?P<what>(?:[\w'-]+ )?[\w'-]+)"
        r"(?: membership| lessons?| classes| class| club| practice)?(?: for good| altogether| completely| now)?"
        r"(?P<rest>$|[,.;].*| (?:and|because|after|since|last|in)\b.*)",
        "The user has given up {det}{what}{rest}",
        attribute="*stopped",
        said=keys.STOPPED_PATTERN,
        fits=lambda m: bool(keys.activity_key(m["what"])),
    ),
)
"""Tried in this order over a clause, or over a whole sentence where they span clauses."""
