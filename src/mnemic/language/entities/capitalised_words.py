"""English words whose capital letter makes no name, and those that say what a name is of."""

from __future__ import annotations

from mnemic.domain.regex import Regex

NON_NAME_WORDS = frozenset(
    (
        "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays"
        " saturdays sundays january february march april may june july august september october november december"
        " mon tue tues wed thu thur thurs fri sat sun jan feb apr jun jul aug sep sept oct nov dec i i'm i'll i've"
        " i'd ok okay tv pc ceo cto cfo coo hr it id pdf url api usb gps am pm eta fyi asap eod diy faq dna mri ct"
        " gp phd ba bsc msc mba ma pr wifi wi-fi internet bluetooth english french german spanish italian"
        " portuguese dutch russian polish czech greek turkish arabic hebrew persian hindi urdu chinese mandarin"
        " cantonese japanese korean thai vietnamese indonesian malay swedish norwegian danish finnish hungarian"
        " romanian ukrainian american british canadian australian irish scottish welsh mexican brazilian"
        " argentinian indian pakistani asian european african swiss austrian belgian latin christmas easter"
        " thanksgiving halloween ramadan eid diwali hanukkah passover valentine valentine's new-year christian"
        " muslim jewish buddhist hindu catholic protestant god jesus lord christ bible quran buddha santa mom mum"
        " dad mama papa grandma grandpa nana ha haha hahaha lol omg wow ugh hmm yeah yes no nope yay aww oh ah hey"
        " hi hello bye thanks please sorry madam sir mister miss covid covid-19 ai vr ar ui ux ml llm gdp vat tax"
        " dj mc dvd cd lp bbq aka rsvp ps vs etc usd eur gbp cny rmb jpy word monday's friday's sunday's"
        " saturday's tuesday's thursday's wednesday's spring summer autumn winter mojito margarita margherita coke"
        " merlot pinot espresso americano galician catalan basque northern southern eastern western aunty auntie"
        " marketplace euro euros mr mrs ms dr prof"
    ).split()
)
"""Capitalised by rule and no entity of anybody's world, in lower case."""

OPENERS = NON_NAME_WORDS | frozenset(
    (
        "a an the this that these those here there now then today tomorrow yesterday tonight maybe perhaps"
        " actually also anyway and but or so because if when while although though since until unless as after"
        " before during by at in on for from to with without about over under up down out off into like unlike"
        " through my your his her its our their i you he she it we they me him us them who what which whose where"
        " why how is are was were be been am do does did have has had can could will would shall should may might"
        " must let lets let's don't doesn't didn't can't won't couldn't wouldn't shouldn't isn't aren't wasn't"
        " weren't i'm you're he's she's it's we're they're that's there's what's who's where's how's all any both"
        " each every few many more most much neither none one two three four five six seven eight nine ten first"
        " second third last next other another some such same several enough half only even just still yet already"
        " always never sometimes often usually rarely ever again once twice soon later early late almost nearly"
        " quite very really too well good great nice fine bad best better worst worse big small long short new old"
        " young happy sad glad sorry sure right wrong true false free full empty hot cold warm cool dear lovely"
        " beautiful amazing awesome perfect fantastic wonderful terrible awful weird funny crazy cute interesting"
        " boring fair true ok okay yes no yeah nah nope yep hey hi hello bye thanks thank cheers congrats"
        " congratulations welcome please wow oh ah ugh hmm haha lol omg cool exactly absolutely definitely totally"
        " honestly frankly seriously basically literally obviously clearly apparently luckily unfortunately"
        " hopefully finally suddenly eventually meanwhile otherwise however therefore besides instead moreover"
        " nice speaking talking looking going coming making taking getting having being doing saying trying"
        " thinking waiting working reading writing running walking eating drinking cooking sleeping playing"
        " learning studying watching listening feeling keep keeping take make get give go come see look say tell"
        " ask try use find need want know think feel hope wish love hate enjoy call text email write read listen"
        " watch wait stop start begin end finish help send bring buy sell pay put set run walk eat drink cook"
        " sleep play learn study move turn open close check remember remind forget note mind guess suppose imagine"
        " consider add remove change update book cancel plan meet ring talk speak show follow leave stay save got"
        " had went saw said told asked came made took gave found left felt thought knew met bought paid ate drank"
        " heard turned started finished decided booked signed joined moved lost won ran sat stood held kept spent"
        " work school home house office dinner lunch breakfast coffee tea food water wine beer milk bread cake"
        " rice pasta pizza salad soup cheese chicken fish meat fruit apple orange banana lemon turkey money time"
        " day week weekend month year morning afternoon evening night birthday party wedding meeting appointment"
        " doctor dentist hospital train bus car bike plane flight ticket hotel trip holiday vacation weather rain"
        " snow sun sky sea beach mountain city town country street road park garden kitchen room bed door window"
        " table chair phone computer laptop screen music movie film song game news story question answer idea"
        " problem reason point part way thing things stuff life death health body head hand heart eye hair back"
        " face people person man woman men women boy girl kid kids child children baby family parents mother"
        " father sister brother son daughter husband wife friend friends boss teacher student neighbor neighbour"
        " team company job project client customer price cost rent bill tax insurance account bank card cash"
        " password code email letter message photo picture video page list form paper pen books class course exam"
        " test homework grade degree university college dog cat pet bird horse plant tree flower rose red blue"
        " green yellow black white brown pink purple grey gray color colour size weight height number name address"
        " date nature science history math art sports football soccer tennis yoga gym swimming hiking running"
        " cycling dance everything everybody everyone anything anybody anyone nothing nobody something somebody"
        " someone somewhere everywhere nowhere whatever whenever wherever whoever whichever however plus minus per"
        " via re hard easy quick quickly slow slowly together apart alone away around across along against between"
        " among behind beyond beside except inside outside near toward towards upon within thus hence whether"
        " either not less least little lot lots plenty couple dozen hundred thousand million bit kind sort type"
        " version step level rule order option choice sounds seems looks feels smells tastes turns makes means"
        " says goes comes works depends update note ps fyi breaking attention warning reminder summary title"
        " subject dear regards sincerely love yours team world earth moon star stars god heaven hell jesus christ"
        " damn shit fuck crap hell gosh jeez man dude bro guys guy folks jack mark will may bill grace hope faith"
        " joy art frank rob pat sue drew chase ray ivy iris olive holly dawn eve amber ruby pearl max miles rich"
        " gene penny daisy lily violet jasmine basil angel melody harmony destiny robin jay parker hunter cook"
        " baker miller smith king stone lake fields wood hill brook field cash storm honey ginger pepper cherry"
        " clay reed cole ace duke earl judge major prince grant chuck chip buddy rusty mercy charity patience"
        " prudence pickles classic mija aunty auntie evidence ladies gentlemen poor aunt uncle auntie coach"
        " professor doctor nurse captain"
    ).split()
)
"""Words that often open a sentence; their capital there says nothing. In lower case."""

VERBS_OF_PERSONS = frozenset(
    (
        "said says told tells asked asks called calls texted texts emailed rang messaged wrote writes replied"
        " thinks thought wants wanted knows knew lives lived works worked moved left came comes went goes gave got"
        " bought made brought sent invited met hates loves likes prefers loved hated liked needs needed helped"
        " helps showed taught suggested recommended promised offered agreed disagreed refused complained laughed"
        " cried smiled joined quit retired married graduated arrived visited cooked baked drove picked borrowed"
        " lent owes proposed apologised apologized insists insisted reckons claims mentioned explained warned"
        " snores plays played teaches studies"
    ).split()
)
"""What somebody does: "Mark told me"."""

TITLES = frozenset(
    ("Mr Mrs Ms Miss Dr Prof Professor Sir Madam Aunt Auntie Uncle Coach Doctor Nurse Captain Mister Father").split()
)

PLACE_BEFORE = frozenset(
    "in near around visit visiting visited via towards toward leave leaving outside across".split()
)
"""Words before a place: "in Jordan"; a person is not come "in"."""

PLACE_FIRST = frozenset(
    ("Lake Mount Mt Cape Port Fort Isle Gulf Rio Costa San Santa St Saint North South East West Upper Lower").split()
)
PLACE_LAST = frozenset(
    (
        "Street Road Avenue Lane Drive Boulevard Square Park Garden Gardens Lake River Bridge Beach Bay Island"
        " Islands Mountain Mountains Hill Hills Valley Forest Station Airport District County City Town Village"
        " Heights Castle Palace Tower Cross Market Harbour Harbor Coast Peninsula Desert Falls Canyon Springs"
        " Terminal Pier Quay Gate Court Row Place"
    ).split()
)
ORGANISATION_LAST = frozenset(
    (
        "Inc Inc. Ltd Ltd. LLC GmbH AG Corp Corp. Co. Company University College Institute Hospital Clinic School"
        " Academy Bank Airlines Airways Museum Library Theatre Theater Gallery Modern Hotel Hostel Inn Hyatt Café"
        " Cafe Restaurant Bistro Bakery Church Cathedral Club Foundation Group Labs Lab Studio Studios Press"
        " Records Council Society Association Agency Ministry Department Partners Consulting Solutions Systems"
        " Technologies Software Motors Energy Pharmacy Gym Kindergarten Nursery Centre Center Insurance Bookstore"
        " Books Brewery Orchestra Choir Band FC United Police Embassy"
    ).split()
)
ACRONYM = Regex(r"[A-Z]{2,5}")

INSTITUTIONAL = frozenset(
    ("city state general university family central grand national royal community public international first").split()
)
"""Words that open a sentence, or a name such as "City Hospital"."""

NON_NAME_PHRASES = frozenset(
    (
        "New Year",
        "New Years",
        "New Year's",
        "New Year's Eve",
        "Good Friday",
        "Black Friday",
        "Mother's Day",
        "Father's Day",
        "Valentine's Day",
        "Boxing Day",
        "Chinese New Year",
        "Lunar New Year",
        "Spring Festival",
        "Happy Birthday",
        "Merry Christmas",
        "Good Morning",
        "Good Night",
        "Wi-Fi",
        "T-shirt",
        "X-ray",
        "Apple Pie",
        "PhD",
    )
)
"""Several words with capitals that name a day or a wish."""
