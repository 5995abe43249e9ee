"""English word classes that the constructions are built from. Data only."""

from __future__ import annotations


def either(*words: str) -> str:
    """A regular expression for any of the words, longest first."""
    return "(?:" + "|".join(sorted((w for line in words for w in line.split("|")), key=len, reverse=True)) + ")"


UNAPOSTROPHED = {
    "im": "I'm",
    "ive": "I've",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "wasnt": "wasn't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "wouldnt": "wouldn't",
    "shouldnt": "shouldn't",
    "couldnt": "couldn't",
    "thats": "that's",
    "whats": "what's",
    "hes": "he's",
    "shes": "she's",
    "theyre": "they're",
    "youre": "you're",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have got to",
    "prolly": "probably",
    "favorite": "favorite",
}
"""Chat spellings, and what they stand for."""

ADVERB = either(
    "really|just|actually|usually|always|never|only|also|still|mostly|mainly|generally|often|currently|recently",
    "absolutely|honestly|kinda|kind of|sort of|finally|now|basically|definitely|truly|personally|normally|typically",
    "sometimes|rarely|hardly|ever|already|even|simply|strictly|genuinely|totally|completely|particularly|especially",
    "quite|much|very much|pretty much|fully|mainly|strongly|greatly|officially|occasionally|seriously|secretly|long",
    "both|all|probably|tend to|no longer|nearly|almost|once|first|literally|properly|barely|seldom|newly",
)


IRREGULAR_PAST = frozenset(
    (
        "ate became began bent bet bit bled blew bought broke brought built came caught chose cost cut dealt "
        "did drank drew drove dug fell felt flew forgot fought found froze gave got grew had heard held hid "
        "meant hit hurt kept knelt knew laid led left lent lost made met paid put quit ran rang rode rose said sang "
        "sat "
        "saw sent set shot shut slept sold spent spoke spilt stood stole stuck swam swore taught threw told "
        "took tore understood went woke won wore wrote smashed underwent learnt burnt dreamt spelt leant leapt "
        "smelt spoilt swept crept hung fed fled shook slid spun split struck stung swung wept bore tore rose arose "
        "awoke sought bound"
    ).split()
)
"""Past forms that do not end in -ed."""

BASE_LIKE_PAST = frozenset(["cost", "cut", "hit", "hurt", "put", "set", "shut", "bet", "split"])
"""Past forms that are also the base form; read as present unless the clause has a past time."""

NOT_PAST = frozenset(("need feed speed bleed breed seed weed embed heed exceed proceed succeed red bed shed").split())
"""Words in -ed that are no past form."""

RELATION_HE = either(
    "lad|boy|stepfather|dad|father|husband|brother|son|grandad|granddad|grandfather|grandpa|uncle|nephew|"
    "boyfriend|stepdad|bf|fella|hubby"
)
RELATION_SHE = either(
    "abuela|nana|nanna|nonna|stepmother|stepsister|mum|mom|mother|wife|sister|daughter|gran|grandma|grandmother|"
    "nan|aunt|auntie|niece|girlfriend|stepmum|"
    "gf|missus|carer"
)
RELATION_ANY = either(
    "eldest|youngest|oldest|firstborn|little one|middle one|partner|spouse|fiancé|fiancée|fiance|fiancee|"
    "kid|child|baby|toddler|twin|parent|cousin|friend|mate|pal|buddy|bestie|chum|mucker"
    "|best friend|best mate",
    "roommate|flatmate|housemate|neighbour|neighbor|landlord|landlady|boss|manager|supervisor|colleague"
    "|coworker|co-worker",
    "teammate|assistant|intern|client|customer|doctor|gp|dentist|therapist|teacher|tutor|coach|trainer|mentor"
    "|accountant",
    "lawyer|solicitor|ex|in-laws|grandson|granddaughter|mother-in-law|father-in-law|sister-in-law"
    "|brother-in-law|stepson",
    "stepdaughter|godson|goddaughter|lodger|tenant|vet|physio|midwife|nanny|childminder|cleaner|line manager|team lead",
    "cofounder|co-founder|business partner|advisor|adviser|editor|agent|builder|plumber|electrician|mechanic|pa"
    "|secretary",
)
RELATION_MANY = either(
    "lads|boys|girls|kids|children|parents|twins|sons|daughters|grandparents|grandkids|in-laws|brothers|sisters|"
    "friends|folks"
)
RELATION = f"(?:(?:{RELATION_HE}|{RELATION_SHE}|{RELATION_ANY})|{RELATION_MANY})"
FAMILY = either(
    "dad|father|husband|brother|son|grandad|granddad|grandfather|grandpa|uncle|nephew|boyfriend|stepdad|mum|mom"
    "|mother|wife",
    "sister|daughter|gran|grandma|grandmother|nan|aunt|auntie|niece|girlfriend|stepmum|partner|spouse|fiancé"
    "|fiancée|kid",
    "child|baby|toddler|twin|parent|cousin|kids|children|parents|twins|sons|daughters|brothers|sisters|grandson"
    "|granddaughter",
)

PET = either(
    "dog|cat|puppy|kitten|rabbit|bunny|hamster|parrot|budgie|horse|pony|tortoise|turtle|goldfish|gecko|snake"
    "|ferret|guinea pig",
    "labrador|lab|retriever|spaniel|collie|poodle|terrier|greyhound|whippet|beagle|corgi|husky|dachshund"
    "|chihuahua|tabby",
    "hen|chicken|goat|donkey|cockatiel|parakeet|canary|cockatoo|macaw|lizard|bearded dragon|chinchilla",
    "gerbil|koi|alpaca|llama",
    "dalmatian|pug|mastiff|shih tzu|cockapoo|lurcher|setter|pointer|rottweiler|alsatian|german shepherd",
    "great dane|axolotl",
    "tarantula|hedgehog|degu|duck|goose|geese|mare|gelding|foal|kitty|doggo|pup|moggy|siamese|persian",
    "maine coon|ragdoll",
)

DIET = either(
    "vegetarian|vegan|veggie|pescatarian|coeliac|celiac|lactose intolerant|lactose-intolerant|gluten free"
    "|gluten-free|gluten intolerant",
    "dairy free|dairy-free|teetotal|halal|kosher|keto|low carb|low-carb|plant based|plant-based|flexitarian"
    "|sober|gluten-intolerant",
)
CONDITION = either(
    "diabetic|type 1 diabetic|type 2 diabetic|pregnant|epileptic|asthmatic|colour-blind|colour blind|colorblind"
    "|color blind|deaf",
    "dyslexic|autistic|anaemic|anemic|short-sighted|long-sighted|left-handed|lefthanded|partially sighted"
    "|hard of hearing|blind",
    "breastfeeding|hypertensive|immunocompromised|dairy intolerant|claustrophobic|insomniac|haemophiliac|hemophiliac",
)
DISEASE = either(
    "asthma|diabetes|type 1 diabetes|type 2 diabetes|epilepsy|adhd|arthritis|eczema|hay fever|hayfever"
    "|migraines|ibs|crohn's",
    "high blood pressure|anxiety|depression|dyslexia|tinnitus|sciatica|endometriosis|psoriasis|reflux|gout"
    "|celiac disease",
    "coeliac disease|sleep apnoea|sleep apnea|a heart condition|a pacemaker|autism|anaemia|anemia|hypertension"
    "|osteoporosis|vertigo",
    "insomnia|a slipped disc|lupus|pcos|thyroid problems",
)
BODY = either(
    "back|hip|knee|knees|shoulder|wrist|ankle|neck|elbow|heart|hearing|eyesight|stomach|foot|feet|hand|leg|arm"
)

LIKE = either(
    "likes|loves|enjoys|is interested in|is also interested in|adores|prefers|is into|is a fan of|"
    "is a big fan of|is a huge fan of|is fond of"
    "|is keen on|is obsessed with",
    "is crazy about|is mad about|is partial to|swears by|lives for|digs|is addicted to|can't get enough of"
    "|can't live without",
    "couldn't live without|is a sucker for|has a soft spot for|has a thing for|has a sweet tooth for|fancies"
    "|is nuts about",
    "is passionate about|can't do without|appreciates|favours|favors|relishes|has a weakness for|is hooked on"
    "|got into(?! the\\b)(?! an?\\b)(?! trouble)(?! uni)(?! college)(?! (?-i:[A-Z]))|has nothing against|"
    "has got nothing against|doesn't mind",
    "has got into|is really into|is all about|has fallen in love with|fell in love with|has always loved"
    "|has always liked|has always been into|has always been a fan of|is big on|is very into|is dead keen on|"
    "is mad keen on",
)
DISLIKE = either(
    "hates|dislikes|detests|loathes|despises|can't stand|cannot stand|can't bear|cannot bear|cannot abide|can't abide"
    "|can't deal with",
    "can't handle|can't cope with|can't stomach|can't tolerate|doesn't like|doesn't love|doesn't enjoy"
    "|doesn't care for",
    "doesn't want|isn't into|isn't a fan of|isn't a big fan of|isn't keen on|isn't fond of|is not a fan of|is not into",
    "is not keen on|isn't crazy about|is sick of|is fed up with|is tired of|is done with|has gone off|went off"
    "|avoids|refuses",
    "is allergic to the idea of|won't touch|can't touch|no longer eats|no longer drinks|no longer likes"
    "|no longer enjoys|no longer wants|would never|would hate|doesn't touch|doesn't do|won't eat|won't drink"
    "|won't use|can't eat|can't drink",
    "doesn't eat|doesn't drink|doesn't smoke|doesn't use|is scared of|is afraid of|is terrified of|is no fan of"
    "|stays away from",
    "steers clear of|has no time for|couldn't stand|does not like|did not like|is wary of|is squeamish about"
    "|didn't like|can't have",
    "has given up|gave up|has stopped eating|has stopped drinking|stopped eating|stopped drinking|doesn't trust",
    "isn't mad about|isn't one for|is not one for|doesn't fancy|isn't big on|is not big on|has gone right off",
    "has never liked|has never been able to stand|has never been able to abide|has never been able to bear|never liked"
    "|has never got on with|has never been a fan of|has never been keen on|has never been into|has never cared for"
    "|can't be bothered with|isn't fussed about|can't be doing with|has always hated|has always disliked|"
    "couldn't bear|really can't stand",
)

MONTH = either(
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug",
    "sept|sep|oct|nov|dec",
)
WEEKDAY = either(
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|weds|thu|thur|thurs|fri",
    "sat(?! on\\b)(?! in\\b)(?! here\\b)(?! there\\b)(?! down\\b)(?! at\\b)(?! with\\b)|sun(?!'s)",
)
CLOCK = (
    r"(?:(?<![\d.])\d{1,2}[:.]\d{2}(?!\.?\d)\s*(?:am|pm)?|\d{1,2}\s*(?:am|pm|a\.m\.|p\.m\.|o'clock)|noon|midnight"
    r"|half (?:past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b"
    r"|(?:a )?quarter (?:past|to) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b"
    r"|(?<=\bat )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! \w+s\b))"
)
DATE = (
    rf"(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}\b|{MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b"
    r"|the \d{1,2}(?:st|nd|rd|th)\b|\d{1,2}/\d{1,2}(?:/\d{2,4})?)"
)
FUTURE = (
    rf"(?:tomorrow|tonight|(?:later )?this (?:afternoon|evening|weekend|{WEEKDAY}|month|week|year|summer|winter"
    rf"|autumn|spring)|next (?:{WEEKDAY}|week|weekend|month|year|{MONTH}|spring|summer|autumn|fall|winter)"
    rf"|the day after tomorrow|in (?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|exactly \w+|\d+"
    rf"|a couple of|a few) (?:day|week|month|hour|minute|year)s?|(?:on |by |until |till |til |this |in |from "
    rf"|at the end of )+(?:the )?(?:\b{WEEKDAY}|\b{MONTH}|{DATE}|month|end of)\b|{WEEKDAY} after next|{DATE}"
    rf"|\b{WEEKDAY}\b(?: (?:morning|afternoon|evening|night))?)"
)
PAST_TIME = (
    rf"(?:yesterday|last (?:night|week|weekend|month|year|{WEEKDAY}|{MONTH}|spring|summer|autumn|fall|winter)"
    rf"|the other day|(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a couple of|a few) (?:day"
    rf"|week|month|hour|year)s? ago|the day before yesterday|this morning|today|earlier(?: today| this \w+)?"
    rf"|(?:this|on|last) {WEEKDAY}|back in \d{{4}}|in \d{{4}}|in {MONTH}|since \w+|{DATE}|just now|recently"
    rf"|so far)"
)

CATEGORIES: tuple[tuple[str, str], ...] = (
    ("seat", "seat|seats|aisle|window seat|exit row"),
    ("indentation", "tabs|spaces|indent|indentation|two-space|four-space"),
    ("units", "metric|imperial|celsius|fahrenheit|kilometres|kilometers|miles|kilos|pounds and ounces|units"),
    ("emoji", "emoji|emojis|emoticons|smileys"),
    ("bullets", "bullet|bullets|bullet points"),
    ("spelling", "spelling|british english|american english|us english|uk english"),
    ("theme", "dark mode|light mode|dark theme|light theme|dark-mode|light-mode"),
    ("summary", "summary|summaries|recap|recaps|digest|digests"),
    ("reply length", "short answers|long answers|short replies|short|brief|concise|long-winded|terse|longer|shorter"),
    ("praise", "great question|flattery|compliments|praise|filler|pleasantries"),
    ("names in code", "variable names|variables|single-letter|snake_case|camelcase|naming"),
    ("comments in code", "comments|docstrings|docstring|type hints|tests"),
    ("sources", "sources|source|citations|references|links"),
    (
        "contact",
        "text or email|email or text|ring|call|calls|phone me|text me|email me|reach me|contact me|calling|voicemail",
    ),
    ("reminder", "remind|reminder|reminders|warning|notice"),
    ("email", "email|emails|mail|mails"),
    ("meeting", "meeting|meetings"),
    ("report", "report|reports"),
    ("date format", "date format|dates|24 hour|24-hour|12-hour|24h|iso dates"),
    ("lights", "lights|the light|lamp"),
    ("heating", "heating|thermostat|temperature"),
    ("drink", "coffee|tea|latte|americano|espresso|cappuccino|flat white|decaf|matcha|cold brew"),
    ("phone", "phone|iphone|pixel|fairphone|galaxy|oneplus|android phone|nokia"),
    ("laptop", "laptop|macbook|thinkpad|chromebook|xps|daily driver|framework laptop"),
    (
        "car",
        "car|corsa|zoe|micra|fiesta|clio|astra|passat|kangoo|yaris|punto|saab|peugeot|renault|citroen"
        "|vauxhall|vw|volkswagen|mercedes|jaguar|lexus|jeep|land rover|dacia|duster|sandero|suzuki|"
        "mitsubishi|nissan|porsche|qashqai|picanto|fabia|berlingo|camry|model 3|"
        "model y|skoda|toyota|honda|ford|tesla|volvo|bmw|audi|golf|octavia|prius|corolla|civic|subaru|kia|hyundai"
        "|mazda|fiat",
    ),
    ("watch", "watch|garmin|apple watch|fitbit"),
    ("editor", "vim|neovim|emacs|vscode|vs code|pycharm|intellij|sublime|helix|zed|editor|ide"),
    ("browser", "firefox|chrome|safari|brave|edge browser|vivaldi|browser"),
    ("operating system", "windows|linux|ubuntu|fedora|debian|arch|macos|nixos|operating system"),
    ("camera", "camera|nikon|canon|fujifilm|leica"),
    ("ci", "ci|jenkins|buildkite|circleci|github actions|gitlab ci"),
    ("electricity", "electric|electricity|energy supplier"),
    ("hours", "working hours|shift|hours"),
)
"""What a rule, a default or a thing in use is about, and the words that show it."""

LANGUAGES = either(
    "english|french|german|spanish|italian|portuguese|dutch|polish|russian|ukrainian|mandarin|cantonese|chinese"
    "|japanese|korean",
    "arabic|hindi|urdu|bengali|punjabi|tamil|turkish|greek|hebrew|swedish|norwegian|danish|finnish|czech"
    "|hungarian|romanian",
    "welsh|irish|gaelic|vietnamese|thai|tagalog|swahili|farsi|persian|catalan|basque|croatian|serbian|bulgarian"
    "|esperanto|bsl|asl",
)

OCCUPATION = either(
    "nurse|teacher|engineer|developer|programmer|designer|doctor|lawyer|solicitor|accountant|chef|cook|baker"
    "|plumber|electrician",
    "carpenter|joiner|mechanic|driver|pilot|student|researcher|scientist|analyst|consultant|manager|director"
    "|founder|cofounder",
    "owner|writer|journalist|editor|translator|interpreter|artist|musician|photographer|architect|pharmacist"
    "|dentist|vet|surgeon",
    "paramedic|firefighter|police officer|soldier|farmer|gardener|builder|welder|machinist|operator|technician"
    "|planner|lead|head",
    "librarian|professor|lecturer|postdoc|tutor|trainer|coach|therapist|psychologist|radiographer|physio"
    "|physiotherapist|midwife",
    "carer|social worker|administrator|secretary|receptionist|assistant|barista|waiter|waitress|bartender"
    "|cashier|buyer|estimator",
    "recruiter|marketer|salesman|saleswoman|salesperson|rep|agent|officer|inspector|surveyor|actuary|banker"
    "|trader|auditor|bookkeeper",
    "freelancer|contractor|intern|apprentice|retiree|stay-at-home mum|stay-at-home dad|stay-at-home mom"
    "|homemaker|housewife|biologist",
    "chemist|physicist|statistician|economist|historian|geologist|sysadmin|admin|devops|sre|tester|producer"
    "|actor|dancer|singer",
    "hairdresser|barber|tailor|florist|butcher|fisherman|sailor|captain|courier|postman|postie|bricklayer"
    "|roofer|plasterer|painter",
    "decorator|supervisor|foreman|coordinator|specialist|strategist|copywriter|illustrator|animator|phd student"
    "|dba|cto|ceo|cfo|vp",
    "product manager|project manager|team lead|tech lead|data scientist|dispatcher|steward|flight attendant"
    "|optician|podiatrist",
    "adviser|advisor|broker|paralegal|barrister|judge|civil servant|clerk|warehouse worker|labourer|curator|"
    "archivist|luthier|potter"
    "|jeweller|beekeeper|sparky|chippy|brickie|handyman|landscaper|glazier|scaffolder|arborist|caterer|nanny|"
    "au pair|dietitian",
)
