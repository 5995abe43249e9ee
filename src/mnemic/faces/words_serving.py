"""What the command line says about the server and its keys, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_ID = ("Id of the key, or its whole token.", "密钥的 ID，或完整的密钥。")
_TENANT = ("Whose keys; default the tenant of the settings.", "哪个租户的密钥； 默认是设置里的租户。")
_NOBODY = (
    "Has no meaning here: keys belong to no user.",
    "此处无意义：密钥不属于任何用户。",
)

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "serve": (
            "Serve the memory over HTTP (REST, and MCP at /mcp) until it is told to end. Where there is no key yet, "
            "the first one is made and shown this once.",
            "通过 HTTP 提供记忆服务（REST，以及 /mcp 上的 MCP），直到收到结束信号。"
            "还没有密钥时会生成第一把，只显示这一次。",
        ),
        "api-key": ("Keys of the server.", "服务器的密钥。"),
        "api-key create": (
            "Make a key, and show its token this once; only a hash of it is kept.",
            "生成一把密钥，只显示这一次；系统只保存它的哈希。",
        ),
        "api-key list": ("List keys, whatever became of them.", "列出所有密钥，包括失效的。"),
        "api-key show": ("Show what a key may do.", "显示一把密钥能做什么。"),
        "api-key rotate": (
            "Make a key that may do the same in the place of another, which ends at once or after --grace.",
            "用一把权限相同的新密钥取代旧密钥；旧密钥立即失效，或在 --grace 之后失效。",
        ),
        "api-key revoke": (
            "Take a key no more. Servers that run notice within the setting key_cache_s (5 s).",
            "吊销一把密钥。运行中的服务器会在设置 key_cache_s（5 秒）之内发现。",
        ),
    }
)
PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "serve.target": (
            "Path or URL of the memory; default --db.",
            "记忆的路径或 URL；默认同 --db。",
        ),
        "serve.host": (
            "Address to listen at; default the setting serve_host (127.0.0.1).",
            "监听地址；默认是设置 serve_host（127.0.0.1）。",
        ),
        "serve.port": (
            "Port to listen at; default the setting serve_port (8377). 0: any that is free.",
            "监听端口；默认是设置 serve_port（8377）。0：任一空闲端口。",
        ),
        "serve.workers": ("How many processes answer.", "应答的进程数。"),
        "serve.no_auth": (
            "Ask for no key: everybody on this machine may do everything. On loopback addresses only.",
            "不要求密钥：本机任何人都能做任何事。 只允许用于回环地址。",
        ),
        "serve.no_worker": (
            "Only answer; what waits is understood by `mnemic worker` elsewhere.",
            "只应答。 等待处理的交给别处的 `mnemic worker`。",
        ),
        "serve.user": ("Has no meaning here: keys say whose memory.", "此处无意义：由密钥决定是谁的记忆。"),
        "api-key create.name": ("What the key is for.", "这把密钥的用途。"),
        "api-key create.actor": ("Who acts with it.", "谁使用它。"),
        "api-key create.user": (
            "Only this user. Default: every user; MNEMIC_USER does not count here.",
            "只限该用户。默认所有用户；此处不看 MNEMIC_USER。",
        ),
        "api-key create.users": ("Also this user; may be given several times.", "再加一个用户；可多次给出。"),
        "api-key create.agent": (
            "Only as this agent. Default: the request names one, or none.",
            "只限该智能体。默认由请求指定，或不指定。",
        ),
        "api-key create.verbs": (
            "Only these verbs (search, add), rooms (tasks.*) or rights (read, propose, write, delete).",
            "只限这些动词（search、add）、 房间（tasks.*）或权限 （read、propose、 write、delete）。",
        ),
        "api-key create.tiers": (
            "The most it may do on a tier, as in permanent=read.",
            "在某一层最多能做什么，例如 permanent=read。",
        ),
        "api-key create.admin": (
            "Also administrates: keys, users, audit, backups.",
            "也能管理： 密钥、用户、审计、备份。",
        ),
        "api-key create.rate": (
            "Requests a minute; default the setting requests_per_minute.",
            "每分钟请求数；默认是设置 requests_per_minute。",
        ),
        "api-key create.expires": (
            "When it ends: a time from now (30d, 12h) or a moment with a zone.",
            "何时失效：从现在起的时长 （30d、12h）， 或带时区的时刻。",
        ),
        "api-key create.tenant": _TENANT,
        "api-key list.tenant": _TENANT,
        "api-key list.user": _NOBODY,
        "api-key show.id": _ID,
        "api-key show.tenant": _TENANT,
        "api-key show.user": _NOBODY,
        "api-key rotate.id": _ID,
        "api-key rotate.grace": (
            "How long the old key is still taken (10m, 1d); default not at all.",
            "旧密钥还能用多久（10m、1d）；默认立即失效。",
        ),
        "api-key rotate.tenant": _TENANT,
        "api-key rotate.user": _NOBODY,
        "api-key revoke.id": _ID,
        "api-key revoke.tenant": _TENANT,
        "api-key revoke.user": _NOBODY,
    }
)
SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "serve.first_key": (
            "The first key, an administrator's, shown this once: {token}",
            "第一把密钥（管理员），只显示这一次：{token}",
        ),
        "serve.listening": ("Listening at {url}, over {target}", "正在 {url} 监听，记忆在 {target}"),
        "serve.no_auth": (
            "WARNING: no key is asked for. Every program on this machine may read and change everything at {url}.",
            "警告：不要求密钥。本机任何程序都能在 {url} 读写一切。",
        ),
        "api-key.token": ("{token}", "{token}"),
        "api-key.once": (
            "Key {id}: {reach}. It is shown this once; only a hash of it is kept.",
            "密钥 {id}：{reach}。只显示这一次；系统只保存它的哈希。",
        ),
        "api-key.revoke": (
            "The key {id} is revoked. Servers that run notice within seconds.",
            "密钥 {id} 已吊销。运行中的服务器几秒内会发现。",
        ),
        "api-key.field": ("{field}: {value}", "{field}：{value}"),
        "api-key.made": ("made", "生成"),
        "api-key.active": ("active", "有效"),
        "api-key.expired": ("expired", "已过期"),
        "api-key.revoked": ("revoked", "已吊销"),
        "api-key.admin": ("administrates", "可管理"),
        "api-key.everybody": ("every user", "所有用户"),
        "api-key.tiers": (
            "{given!r} is no tier with a right: write permanent=read.",
            "{given!r} 不是“层=权限”：请写成 permanent=read。",
        ),
        "api-key.span": (
            "{given!r} is no time: write 30s, 10m, 12h, 30d or 4w.",
            "{given!r} 不是时长：请写成 30s、10m、12h、30d 或 4w。",
        ),
    }
)
