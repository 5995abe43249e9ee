"""What the command line says about encryption, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "key": ("Keys of encrypted memory.", "加密记忆的密钥。"),
        "key new": (
            "Write a new master key into a file that only you may read. Keep it, and a copy of it, away from the "
            "memory file: without it nothing that is encrypted can be read.",
            "生成只有你能读的主密钥文件；请另存副本，没有它无法解密。",
        ),
        "key rotate": (
            "Give every encrypted user, or the one of --user, a new key; backups made before can then no longer be "
            "read. With --master, wrap users' keys with another master key instead.",
            "为所有加密用户（或 --user 指定的用户）更换密钥；之前的备份从此无法读取。"
            "带 --master 时改为用另一个主密钥重新包装用户密钥。",
        ),
        "key status": (
            "Say how many users are encrypted, and whose key is not there.",
            "显示有多少用户已加密，以及谁的密钥缺失。",
        ),
        "encrypt": (
            "Encrypt users who are plain, all or the one of --user, and clear what stood in plain from the file.",
            "加密未加密的用户（全部，或 --user 指定的用户），并清除文件中的明文。",
        ),
        "decrypt": (
            "Write users in plain again, all or the one of --user; their keys are destroyed.",
            "将用户恢复为明文（全部，或 --user 指定的用户）；其密钥会被销毁。",
        ),
    }
)

_USER = (
    "Only this user. Default: everybody in the file; MNEMIC_USER does not count here.",
    "只处理该用户。默认处理文件中的所有用户；此处不看 MNEMIC_USER。",
)

PARAMETERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "key new.file": (
            "Where the key is written; never over a file that is there.",
            "密钥写到哪里；不会覆盖已有文件。",
        ),
        "key rotate.master": ("A file with the new master key.", "新主密钥的文件。"),
        "key rotate.user": _USER,
        "encrypt.user": _USER,
        "decrypt.user": _USER,
        "decrypt.yes": ("Do not ask.", "不再询问。"),
    }
)

SENTENCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "key.new": (
            "Written to {file} ({name}). Set MNEMIC_ENCRYPTION_KEY_FILE to it, and MNEMIC_ENCRYPTION to on.",
            "已写入 {file}（{name}）。请设置 MNEMIC_ENCRYPTION_KEY_FILE 指向它，并将 MNEMIC_ENCRYPTION 设为 on。",
        ),
        "key.rotated": (
            "{count} users have new keys; {skipped} are not encrypted.",
            "已为 {count} 个用户更换密钥；{skipped} 个未加密。",
        ),
        "key.rewrapped": (
            "{count} keys are wrapped with the key in {file}: name it by MNEMIC_ENCRYPTION_KEY_FILE from now on.",
            "{count} 个密钥已用 {file} 中的主密钥重新包装：今后请用 MNEMIC_ENCRYPTION_KEY_FILE 指明它。",
        ),
        "key.master.user": (
            "The master key is everybody's: --master and --user do not go together.",
            "主密钥属于所有人：--master 与 --user 不能同时使用。",
        ),
        "key.status": (
            "{sealed} users are encrypted, {plain} are not. Master key: {master}. New users: {on}.",
            "{sealed} 个用户已加密，{plain} 个未加密。主密钥：{master}。新用户：{on}。",
        ),
        "key.none": ("none", "无"),
        "key.on": ("encrypted", "加密"),
        "key.off": ("plain", "明文"),
        "key.locked": (
            "{count} users cannot be read, since their key is not there: {users}",
            "{count} 个用户无法读取，因为其密钥缺失：{users}",
        ),
        "key.encrypted": (
            "{count} users are encrypted now; {skipped} were before.",
            "新加密 {count} 个用户；{skipped} 个之前已加密。",
        ),
        "key.decrypted": (
            "{count} users are in plain now; {skipped} were before.",
            "{count} 个用户已恢复明文；{skipped} 个之前就是明文。",
        ),
        "key.decrypt.sure": (
            "Everything would stand in plain in the file. Go on?",
            "所有内容将以明文存放在文件中。继续吗？",
        ),
    }
)
