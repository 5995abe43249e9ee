"""The constructions the guard knows: which senses, met in one sentence, are how much evidence of an attack.

The weights are our own: half of the threshold for what is suspect only in company, more than the threshold for what
has no harmless reading. `own` counts when the user speaks, `outside` when a tool, a document or a model does: the
user's own standing orders, corrections and deletions are what a memory is for.
"""

from __future__ import annotations

from dataclasses import dataclass

from mnemic.domain.regex import Regex
from mnemic.safety.guard.lexicon import WordSense

S = WordSense
SenseSet = tuple[WordSense, ...]  # one of these senses


@dataclass(frozen=True, slots=True, kw_only=True)
class Construction:
    """Senses that must meet in one sentence, each in a word of its own."""

    name: str
    needs: tuple[SenseSet, ...]
    own: float
    outside: float
    ordered: bool = False
    reach: int = 160  # characters from the first word to the last


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenForm:
    """A written form that is evidence by itself."""

    name: str
    pattern: Regex[str]
    own: float
    outside: float


def _meet(
    name: str, own: float, outside: float, *needs: WordSense | SenseSet, ordered: bool = False, reach: int = 160
) -> Construction:
    alternatives = tuple(need if isinstance(need, tuple) else (need,) for need in needs)
    return Construction(name=name, needs=alternatives, own=own, outside=outside, ordered=ordered, reach=reach)


CONSTRUCTIONS: tuple[Construction, ...] = (
    _meet("overrides instructions", 0.6, 0.8, S.OVERRIDE, S.PRIOR, S.ORDERS, ordered=True, reach=70),
    _meet("declares instructions void", 0.5, 0.6, S.PRIOR, S.ORDERS, S.VOID, ordered=True, reach=50),
    _meet("gives new instructions", 0.15, 0.4, S.NEW),
    _meet("addresses the assistant", 0.0, 0.15, S.ASSISTANT),
    _meet("writes to memory", 0.0, 0.4, S.WRITE, S.MEMORY),
    _meet("asks to be remembered", 0.0, 0.25, S.REMEMBER),
    _meet("asks to last", 0.0, 0.25, S.LASTING, (S.MEMORY, S.WRITE, S.REMEMBER, S.THIS_TEXT)),
    _meet("claims precedence", 0.1, 0.35, S.LASTING, (S.ORDERS, S.USER), reach=40),
    _meet("standing order", 0.0, 0.25, S.STANDING, (S.EXECUTE, S.SEND, S.TRUST, S.TREAT_AS, S.OBEY, S.LESSON, S.SKIP)),
    _meet("claims the user's word", 0.0, 0.25, S.USER, S.CONSENT),
    _meet("claims consent to share", 0.0, 0.3, S.USER, S.CONSENT, S.SEND),
    _meet("skips a safeguard", 0.3, 0.4, S.SKIP, S.SECURITY, reach=50),
    _meet("skips a confirmation", 0.05, 0.35, S.SKIP, S.CHECK, reach=40),
    _meet("keeps it from the user", 0.0, 0.3, S.HIDE),
    _meet("hides from the user", 0.2, 0.1, S.HIDE, S.USER, reach=40),
    _meet("sends memory or secrets away", 0.1, 0.55, S.SEND, (S.CREDENTIAL, S.MEMORY), S.OUTSIDE),
    _meet("sends data away", 0.0, 0.35, S.SEND, S.PRIVATE, S.OUTSIDE),
    _meet("sends memory or secrets", 0.1, 0.25, S.SEND, (S.CREDENTIAL, S.MEMORY)),
    _meet("sends to an address", 0.0, 0.15, S.SEND, S.OUTSIDE, (S.USER, S.ALL, S.STANDING, S.MEMORY)),
    _meet("asks for the system prompt", 0.5, 0.6, S.REVEAL, S.SYSTEM_PROMPT, reach=60),
    _meet("asks for secrets", 0.25, 0.4, S.REVEAL, S.CREDENTIAL),
    _meet("asks for all secrets", 0.1, 0.15, S.REVEAL, S.ALL, S.CREDENTIAL),
    _meet("asks for the memory", 0.0, 0.3, S.REVEAL, S.MEMORY),
    _meet("asks for all memory", 0.0, 0.25, S.REVEAL, S.ALL, S.MEMORY),
    _meet("reaches for other users", 0.35, 0.4, S.OTHERS, (S.MEMORY, S.PRIVATE)),
    _meet("moves data between users", 0.2, 0.2, S.OTHERS, (S.REVEAL, S.SEND, S.WRITE), (S.MEMORY, S.PRIVATE)),
    _meet("wipes the memory", 0.0, 0.6, S.ERASE, S.ALL, S.MEMORY),
    _meet("deletes memory", 0.0, 0.3, S.ERASE, S.MEMORY),
    _meet("devalues memory", 0.0, 0.5, S.DEMOTE, S.MEMORY),
    _meet("replaces what is known", 0.0, 0.3, S.REPLACE, S.STALE, reach=60),
    _meet("changes an account", 0.0, 0.25, S.ACCOUNT, S.CHANGED, reach=60),
    _meet("changes a medical or money limit", 0.0, 0.5, S.DOSE, S.REPLACE, reach=60),
    _meet("names a trigger", 0.1, 0.3, S.TRIGGER),
    _meet("waits for an occasion", 0.0, 0.3, S.WHEN, S.ASKS, reach=40),
    _meet(
        "acts on the occasion",
        0.0,
        0.15,
        S.WHEN,
        (S.ASKS, S.TRIGGER),
        (S.EXECUTE, S.SEND, S.SKIP, S.REVEAL, S.STANDING),
    ),
    _meet("turns data into orders", 0.1, 0.45, S.TREAT_AS, (S.ORDERS, S.TRUST, S.OBEY, S.TOOL, S.MEMORY)),
    _meet("asks for trust", 0.15, 0.4, S.TRUST, (S.TOOL, S.ALL, S.OUTSIDE)),
    _meet("steers a tool", 0.0, 0.2, S.TOOL, (S.STANDING, S.WHEN)),
    _meet("sets a tool's target", 0.0, 0.3, S.TOOL, S.REPLACE, (S.ACCOUNT, S.OUTSIDE)),
    _meet("sends through a tool", 0.0, 0.3, S.TOOL, S.SEND, S.OUTSIDE),
    _meet("copies itself", 0.4, 0.6, S.PRESERVE, S.THIS_TEXT, (S.SUMMARY, S.STANDING)),
    _meet("wants to be kept", 0.1, 0.25, S.PRESERVE, S.THIS_TEXT),
    _meet("claims authority", 0.25, 0.3, S.ADMIN),
    _meet("authority asks for data", 0.25, 0.25, (S.ADMIN, S.AUDIT), S.REVEAL, (S.MEMORY, S.CREDENTIAL, S.PRIVATE)),
    _meet("redirects a lookup", 0.3, 0.3, S.MOVED, S.INSTEAD),
    _meet("offers itself as a lesson", 0.2, 0.25, S.LESSON),
    _meet("appeals to past success", 0.15, 0.15, S.WORKED),
    _meet("wants to be decoded and obeyed", 0.3, 0.5, S.DECODE, S.OBEY, reach=60),
    _meet("lifts all limits", 0.6, 0.6, S.PERSONA, S.UNBOUND),
    _meet("speaks of no limits", 0.1, 0.2, S.UNBOUND, (S.ASSISTANT, S.ADMIN)),
    _meet("unlocks a mode", 0.25, 0.3, S.PERSONA, S.ADMIN, reach=30),
)

WRITTEN_FORMS: tuple[WrittenForm, ...] = (
    WrittenForm(
        name="chat template token",
        pattern=Regex(
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>|\[/?inst\]|<</?sys>>"
        ),
        own=0.5,
        outside=0.6,
    ),
    WrittenForm(
        name="forged frame",
        pattern=Regex(
            r"</?(?:system|memory|memories|instructions?|assistant|developer|context|admin|tool_result)(?:\s[^<>]{0,40})?>"
        ),
        own=0.3,
        outside=0.5,
    ),
    WrittenForm(
        name="forged role",
        pattern=Regex(r"[\"']role[\"']\s{0,3}:\s{0,3}[\"'](?:system|developer|assistant)[\"']"),
        own=0.3,
        outside=0.6,
    ),
    WrittenForm(
        name="speaks as the system",
        pattern=Regex(
            r"(?:^|\n)\s{0,4}(?:#{1,4} ?)?(?:\[|【|<|\*\*|\()?"
            r"(?:system(?: prompt| message| note| override| update| notice)?|assistant|developer|"
            r"系统(?:提示|消息|指令|通知|更新)?|管理员指令|ai ?助手)"
            r"(?:\]|】|>|\*\*|\))?\s?[:：】\]]|【(?:系统|开发者|管理员)[^】]{0,6}】|"
            r"\[(?:system|admin|developer)[^\]]{0,12}\]|(?:begin|end) (?:system|new) (?:prompt|instructions)"
        ),
        own=0.25,
        outside=0.45,
    ),
    WrittenForm(name="hidden comment", pattern=Regex(r"<!--"), own=0.1, outside=0.25),
    WrittenForm(
        name="comment to the assistant",
        pattern=Regex(
            r"<!--\s{0,4}(?:to |note to |attention )?(?:the )?(?:ai|assistant|agent|system|llm|model|助手|智能体|模型)"
        ),
        own=0.2,
        outside=0.4,
    ),
    WrittenForm(
        name="invisible style",
        pattern=Regex(r"display\s?:\s?none|font-size\s?:\s?0|visibility\s?:\s?hidden|color\s?:\s?(?:white|#fff)"),
        own=0.05,
        outside=0.25,
    ),
    WrittenForm(
        name="link that carries data out",
        pattern=Regex(
            r"\]\(\s?https?://[^\s)]{1,300}?(?:\{|\[|<|%7b|\.\.\.|[?&](?:data|q|d|s|c|memory|secret|token|info|payload)=)"
        ),
        own=0.3,
        outside=0.6,
    ),
    WrittenForm(
        name="image with a query",
        pattern=Regex(r"!\[[^\]]{0,100}\]\(\s?https?://[^\s)?]{1,200}\?"),
        own=0.2,
        outside=0.5,
    ),
    WrittenForm(
        name="open query link",
        pattern=Regex(r"https?://[^\s?]{1,200}\?[a-z_]{1,12}=(?:$|[\s\"'”）)，。{<\[])"),
        own=0.1,
        outside=0.45,
    ),
    WrittenForm(
        name="shell command",
        pattern=Regex(
            r"(?:curl|wget|iwr|irm)\b[^\n|]{1,200}\|\s?(?:sudo )?(?:ba|z|da)?(?:sh|iex|python3?|perl)\b|"
            r"\brm\s{1,3}-[a-z]{0,4}(?:rf|fr)|powershell[^\n]{0,40} -e(?:nc|c|x)|base64 (?:-d|--decode)|"
            r"\bmkfs\.|:\(\)\s?\{|>\s?/dev/sd|/dev/tcp/|\bnc -e|"
            r"\beval\(|os\.system\(|subprocess\.|__import__\(|drop table|chmod 777|certutil -urlcache"
        ),
        own=0.1,
        outside=0.55,
    ),
    WrittenForm(
        name="tenant wildcard",
        pattern=Regex(r"(?:user|tenant|account)_?id\s?(?:=|:|in)\s?[\"']?(?:\*|all\b|any\b)"),
        own=0.5,
        outside=0.6,
    ),
    WrittenForm(
        name="names a call", pattern=Regex(r"\b[a-z]+_[a-z_]{2,30}\(|\b[a-z]{3,20}\(\)"), own=0.1, outside=0.15
    ),
)
