"""Words in front of a verdict that say nothing of the answer: interjections, thanks, a yes or no, an ironic "great"."""

from __future__ import annotations

import re

from mnemic.domain.regex import Regex

_ENGLISH = (
    r"oh|ah|aha|ha(?:ha)*|hm+|h?mm+|uh+|um|er+|wow|well|ugh|argh|gosh|whoa|hey|ok(?:ay)?|yes|yep|yeah|yup|no|nope|nah"
    r"|sorry|wait|hold on|stop|actually|honestly|seriously|look|listen|lol|man|come on|see|and|but|so|still|again|sure"
    r"|thanks?(?: you)?(?: (?:so|very) much| a lot)?|cheers|please|great|cool|nice|good|oh god|alas|now|unfortunately"
    r"|i(?:'m| am) afraid|i (?:think|guess|believe|mean)|brilliant(?=[\s,]+(?:you|wrong))|sigh"
)
_CHINESE = (
    r"嗯+|恩+|哦+|噢+|喔+|啊+|哇+|诶+|欸+|唉+|哎呀?|呀|哈+|呵+|嘿+|额+|呃+|嘻+|好的?吧?|行吧?|可以|谢谢你?啦?|多谢|谢了"
    r"|不好意思|抱歉|拜托|麻烦你?|等等|等一?下|慢着|等会儿?|是的|对+(?=[,\s]|就是)|不过|但是?|可是|其实|说实话|老实说|天[哪啊]"
    r"|服了|我去|厉害|请|感觉|我觉得|果然|真是|这次|这回|可惜|不是吧|你看|喂|辛苦了|(?:真|太|可真)(?:棒|行|好|厉害)了?(?=[,\s!.]*你?又)"
)
LEADING_WORDS = Regex(rf"(?:(?:(?:{_ENGLISH})(?!\w|')|(?:{_CHINESE}))[\s,.!~…]*)+", re.IGNORECASE)
