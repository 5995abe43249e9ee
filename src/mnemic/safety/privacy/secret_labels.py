"""How a label gives a secret its value, in Chinese and English: "password: ...", "密码是...", `--password ...`."""

from __future__ import annotations

import re

VALUE_CHARACTERS_MAX = 256

PASSWORD_EN = (
    r"(?:pass[ _-]?(?:word|wd|phrase|code)s?|\bpass\b(?=\s?[:：=/])|\bpw\b|pwd|\bpins?\b(?: code| number)?"
    r"|\bcvv2?\b|\bcvc2?\b|"
    r"(?:recovery|backup|rescue|one-time|scratch|emergency|authorization|auth|unlock|security) (?:pass)?(?:codes?"
    r"|phrases?)|"
    r"(?:seed|mnemonic|secret|recovery) phrases?)"
)
TOKEN_EN = (
    r"(?:(?:api|access|app|auth|refresh|bearer|session|bot|client|secret|private|signing|encryption|master|license"
    r"|licence|service|account|deploy|"
    r"shared|webhook|consumer|storage|hmac|jwt|aes|admin|root|user|personal|install|activation)?[ _-]?"
    r"(?:access[ _-]?)?(?:secrets?|tokens?|keys?)\b|api[ _-]?v\d ?keys?|apikeys?|appsecret|corpsecret|otp|totp"
    r"|authenticator|2fa)"
)
LABEL_ZH = (
    r"(?:密码|密碼|口令|密钥|密鑰|秘钥|私钥|令牌|支付码|通关密语|授权码|恢复码|恢复代码|备用码|备份码|救援码|助记词"
    r"|种子|安全码|激活码|凭据|暗号|"
    r"密令|(?<![A-Za-z])(?:PIN|pin)码?(?![A-Za-z])|"
    r"(?<![A-Za-z0-9_/.-])(?:[Tt]oken|TOKEN|[Ss]ecret|SECRET|(?:[Aa]pi|API) ?[Kk]ey|API ?KEY"
    r"|[Kk]ey)(?![A-Za-z0-9_/(-]))"
)
SET_ZH = (
    r"(?:[:：=]|→|->|就?是|为|叫|即|用|写|填|(?:我|给你|先|暂时|统一|已经|都|被|最后|现在|还|依然|仍|目前|一直|默认)?"
    r"(?:设置?|改|换|更新|重置|定|配|写|填|弄|搞|还|更换|变|调整)(?:成|为|到|作|的|是|了)?了?(?:是|为)?[:：]?)"
)
_QUOTED = rf"[\"'“‘「『`《]([^\"'”’」』`》\n\ufffc]{{2,{VALUE_CHARACTERS_MAX}}})[\"'”’」』`》]"
_BARE = rf"([!-+\--:<-Z\\^-~]{{3,{VALUE_CHARACTERS_MAX}}})"
_VALUE = rf"(?:{_QUOTED}|{_BARE})"

ASSIGNED = re.compile(
    rf"(?:{PASSWORD_EN}|{TOKEN_EN}|passwd|password|secret|token|apikey|pass(?=[\"']?\s?[:=]))(?:[_-]?(?:prod|dev"
    rf"|test|staging|main|value|str|string|b64|base64|raw|v?\d{{1,2}}))?"
    rf"(?: ?\([^()\n]{{0,40}}\))?[\"'\]`*]{{0,3}}\s{{0,3}}(?:[:：=]|=>|->|→|:=)\s{{0,3}}{_VALUE}",
    re.IGNORECASE,
)
SAID_EN = re.compile(
    rf"(?:{PASSWORD_EN}|{TOKEN_EN})(?: (?:for|to|of|on|at|in|from|with) (?:\S{{1,24}} ){{1,5}}?| (?=is|was|=|will"
    rf"|now|set|reads|changed|to|has|goes)|(?='s))"
    rf"(?:is now |is still |still is |now is |is |was |'s |= ?|will be |set to |now reads |reads |has been (?:set"
    rf"|changed|reset) to |goes |changed to |to )"
    rf"(?:set to |changed to |now |still |just |called |simply |again )?{_VALUE}",
    re.IGNORECASE,
)
SAID_ZH = re.compile(
    rf"{LABEL_ZH}[^\s，。,；;]{{0,8}}?\s?{SET_ZH}[ \n]{{0,2}}{_VALUE}|{LABEL_ZH}\s{{0,2}}([!-~]{{4,128}})"
)
SAID_HAN = re.compile(
    r"(?:密码|口令|暗号|密令)(?:[^\s，。,；;]{0,6}?)(?:[:：=]|就?是|为|(?:设|改|换)(?:成"
    r"|为)了?)\s?([零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]{4,20})"
)
TURNED = re.compile(
    rf"(?<![!-~]){_VALUE}[\"'”’」`]? (?:is|was|are|will be) (?:now |still )?(?:my|our|the|his|her|their"
    rf"|your)(?: [\w'’-]{{1,20}}){{0,4}}? (?:{PASSWORD_EN}|{TOKEN_EN})|"
    rf"(?<![!-~]){_BARE}\s?(?:就?是|作为|当作?|做)(?:我|你|他|她|它|咱|们|的|这个|那个|[\u4e00-\u9fff]"
    rf"|[A-Za-z]){{0,10}}?{LABEL_ZH}",
    re.IGNORECASE,
)
PAIR = re.compile(
    r"(?:credentials?|creds?|log ?ins?|username/password|user/pass(?:word)?|账号密码|帐号密码|用户名密码|账密"
    r"|用户名/密码|账号/密码)"
    r"(?: (?:are|is)|分别是|是|为)?\s?[:：=]?\s?[\"'`]?[\w.@+-]{2,40}\s?(?:[/|:，,和]|\band\b)\s?([!-+\--~]{3,64})",
    re.IGNORECASE,
)
PHRASE = re.compile(
    r"(?:(?:seed|recovery|mnemonic|backup|secret) (?:phrase|words?)|passphrase|mnemonic|助记词|种子词"
    r"|恢复短语)[^a-z\n]{0,12}(?:is|are|was|是|为)?[^a-z]{0,4}"
    r"((?:[a-z]{3,10}[ ,，、\n]{1,2}){3,23}[a-z]{3,10})",
    re.IGNORECASE,
)
CODES = re.compile(
    r"(?:(?:recovery|backup|scratch|rescue) (?:codes?|keys?)|恢复码|恢复代码|备用码|备份码|备用代码|备份代码|救援码)"
    r"(?:[^\n0-9A-Za-z]{0,3}(?:are|is|有|是|为)?[^\n0-9A-Za-z]{0,4}"
    r"|[^\n0-9:]{0,24}: ?)"
    r"((?:(?=[A-Za-z]{0,11}\d)[0-9A-Za-z]{4,12}(?:[-][0-9A-Za-z]{4,12}){0,9}[ ,，、;；]{0,2}){1,16})"
)
FLAG = re.compile(
    r"(?:--?pass(?:word|wd|phrase)?|--?pwd|--?token|--?secret|--api-key|--auth)[ =]([!-~]{3,128})"
    r"|(?<=mysql).{0,60}? -p([!-~]{3,64})|sshpass -p ?([!-~]{3,64})|\brequirepass ([!-~]{3,64})|(?:curl"
    r"|wget)\b.{0,80}? -u [\"']?[\w.@+-]{1,40}:([!-~]{2,64})"
)
VARIABLE = re.compile(
    r"\b[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASS|PWD|TOKEN|SECRET|KEY|CREDENTIALS?)[A-Z0-9_]{0,20}[\"'\]]{0,2}"
    r"(?:[\"'\s,]{0,4}value[\"']?\s?[:=]\s?|\n?\s{1,8}value:\s|\s?[,，]?\s?(?:值|内容)\s?(?:是|为)?\s?[:：=]?\s?"
    r"|\s{0,3}[=:]\s{0,3}|\s{1,3})"
    r"[\"'`]?([!-&(-~]{3,256})"
)
