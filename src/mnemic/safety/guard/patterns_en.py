"""English words by sense (see lexicon.Sense). `*` marks a verb that stands for all its forms."""

TERMS: dict[str, str] = {
    "override": (
        "ignore*, disregard*, forget, forgets, forgetting, override*, overrule*, neglect*, bypass*, "
        "discard*, dismiss*, abandon*, pay no attention to, do not follow, don't follow, stop following, "
        "do not obey, disobey*, set aside, throw away, void*, circumvent*, skip past, take precedence over, "
        "overwrite*"
    ),
    "prior": (
        "previous, prior, above, earlier, preceding, foregoing, existing, original, initial, all, any, "
        "every, system, developer, your, past, former, old, current, other, built-in, default, before, "
        "so far, up to now, everything"
    ),
    "orders": (
        "guidance, instruction, instructions, rule, rules, prompt, prompts, directive, directives, "
        "guideline, guidelines, command, commands, constraint, constraints, restriction, restrictions, "
        "programming, system message, system prompt, orders, safeguards, guardrails, context, told, "
        "limitations"
    ),
    "void": (
        "no longer apply, no longer valid, are void, is void, are cancelled, are revoked, are suspended, "
        "are superseded, do not apply, don't apply, are obsolete, are lifted, have been lifted"
    ),
    "new": (
        "new instruction, new instructions, new rule, new rules, updated instructions, new task, "
        "new directive, real task, real instructions, actual task, new system prompt, new role, "
        "updated rules, true instructions"
    ),
    "assistant": (
        "ai, assistant, assistants, agent, agents, llm, language model, chatbot, copilot, ai model, gpt, "
        "claude, gemini, bot, reading this, processing this, summarising this, summarizing this, you must, "
        "you should, you are required, you will now"
    ),
    "user": ("user, users, the customer, user's, account holder, the owner, the client, the human"),
    "memory": (
        "memory, memories, long-term memory, memory store, memory bank, persistent memory, knowledge base, "
        "memory entry, user profile, saved preferences, memory record, memory records, stored facts, "
        "this memory, profile, jiyi, ji yi"
    ),
    "write": (
        "save*, store*, write, writes, writing, add*, record*, commit, commits, persist*, insert*, append*, "
        "log this, put this, register*, file this, enter this, keep in, retain*, update your, update the"
    ),
    "remember": (
        "remember, memorise*, memorize*, note that, keep in mind, bear in mind, make a note, do not forget, "
        "never forget"
    ),
    "lasting": (
        "permanent, permanently, forever, non-deletable, undeletable, cannot be deleted, "
        "cannot be overwritten, must not be deleted, never delete, never overwrite, immutable, "
        "highest priority, top priority, high importance, maximum importance, outranks, overrides all, "
        "takes precedence, take precedence, pinned, irrevocable, high priority, long-term, long term, "
        "system-level, read-only, never expire, never expires"
    ),
    "standing": (
        "from now on, always, in future, in the future, henceforth, going forward, from this point, never, "
        "every time, whenever, future sessions, future conversations, all future, by default, "
        "without exception, at all times, next time, every session, every conversation, every reply, "
        "every response, each reply, each response, each session, later sessions"
    ),
    "consent": (
        "authorised, authorized, approved, consented, agreed, permitted, granted, pre-approved, preapproved, "
        "has asked, asked that, wants, want, prefers, prefer, trusts, trust, requested, confirmed, "
        "has confirmed, gave permission, opted in, allows, accepts, insists, explicitly said, has said, "
        "stated, never want, never wants, always wants, always wanted, waived, waives"
    ),
    "skip": (
        "left out, leave out, leave off, left off, leaves out, hide*, dispense with, skip*, bypass*, "
        "disable*, turn off, turns off, switch off, without, no, omit*, suppress*, no need for, not need, "
        "doesn't need, does not need, not required, never ask, never asks, do not ask, don't ask, avoid*, "
        "remove*, deactivate*, ignore*, waive*, exempt from, skipping, never want, never wants, not see, "
        "not wanting, never show, auto-approve*, unnecessary"
    ),
    "check": (
        "confirmation, confirmations, verification, approval, approvals, confirmation step, second factor, "
        "double-check, review, consent, prompting, asking, confirm, verify, validation, human review"
    ),
    "security": (
        "permission check, permission checks, permission, permissions, security check, security checks, "
        "access control, access controls, safety check, safety checks, safety warning, safety warnings, "
        "security warnings, warnings, safety, authentication, authorization check, authorization, "
        "authorisation, content filter, content filters, safety filters, sandbox, audit log, two-factor, "
        "2fa, policy check, fraud check, sources, disclaimer, disclaimers, security"
    ),
    "hide": (
        "do not tell, don't tell, do not mention, don't mention, without telling, without informing, "
        "without notifying, do not inform, don't inform, do not notify, don't notify, do not reveal this, "
        "secretly, silently, quietly, covertly, conceal*, hide*, keep this secret, do not disclose, "
        "don't disclose, not be told, without the user knowing, do not show, discreetly"
    ),
    "send": (
        "export*, send, sends, sending, sent, forward*, upload*, post, posts, transmit, transmits, e-mail*, "
        "email, emails, mail*, bcc, cc, leak*, exfiltrate*, share*, submit, submits, deliver*, push, "
        "copy to, report to, relay*, append*, attach*, embed, embeds, include, includes, visit, fetch, "
        "request, call, fasong, fa song, shangchuan, point*, pass"
    ),
    "reveal": (
        "load*, merge*, import*, read, access*, print*, reveal*, show, shows, output, outputs, list, lists, "
        "dump*, repeat*, display*, export*, disclose*, recite*, quote your, tell me, give me, expose*, "
        "read out, leak*, extract*, summarise*, summarize*, collect*, gather*, daochu, dao chu, shuchu, "
        "return"
    ),
    "private": (
        "conversation, conversations, chat history, chat, history, address, home address, contacts, "
        "contact list, address book, personal data, personal information, user data, profile, files, "
        "messages, emails, documents, location, verification code, verification codes, one-time codes, otp, "
        "otps, phone number, phone numbers, records, data, calendar, medical records, session, id number, "
        "ip address, name, answers, queries, dizhi"
    ),
    "credential": (
        "password, passwords, credential, credentials, secret, secrets, api key, api keys, access token, "
        "access tokens, tokens, keys, private key, private keys, card number, card numbers, cvv, "
        "environment variables, env vars, ssh key, ssh keys, mima, miyao, mi ma"
    ),
    "system_prompt": (
        "system prompt, system message, initial prompt, hidden instructions, hidden prompt, "
        "your instructions, original instructions, your prompt, initial instructions, developer message, "
        "your configuration, system instructions"
    ),
    "outside": (
        "third party, third parties, partners, webhook, external server, external address, endpoint, "
        "attacker, remote server, outside server, this address, the following address, this link, this url, "
        "following url"
    ),
    "others": (
        "other users, other user, another user, all users, any user, every user, other tenant, "
        "other tenants, another tenant, every tenant, all tenants, other customers, another customer, "
        "other accounts, all accounts, other people's, user_id, tenant_id, cross-tenant, across tenants, "
        "across users, globally, global, everyone's, shared namespace, all workspaces, other workspace, "
        "of user, every user's, all users'"
    ),
    "all": ("all, every, entire, everything, whole, complete, any, each, full, quanbu, suoyou, suo you"),
    "erase": (
        "erase*, delete*, wipe*, purge*, clear*, reset, resets, destroy*, remove*, forget, drop, drops, "
        "clean up, cleanup, empty, flush*, shanchu"
    ),
    "demote": (
        "to the minimum, to minimum, to zero, to the lowest, as low as possible, lowest priority, "
        "lower the weight, lowest weight, lower the importance, low importance, downgrade*, deprioritise*, "
        "deprioritize*, mark as outdated, mark as obsolete, set to zero, zero weight, demote*, "
        "minimum weight, as expired, archive all"
    ),
    "replace": (
        "replace*, overwrite*, overwrites, overwriting, overwritten, update, updates, updating, correct, "
        "change, amend, supersede*, substitute*, modify, set"
    ),
    "stale": (
        "old one, old memory, old record, old entry, old value, old address, old account, previous one, "
        "previous entry, existing entry, existing memory, existing record, stored value, memory, memories, "
        "records, any earlier, earlier entry, old number, on file"
    ),
    "account": (
        "account, account number, bank account, bank details, iban, payee, beneficiary, mailbox, "
        "finance email, payment address, payment details, wallet, wallet address, invoice address, "
        "supplier's account, remittance, sort code, payroll, billing, wire, hotline, support number, "
        "recovery email, emergency contact, phone number, email address, payments, official site, login page"
    ),
    "changed": (
        "has changed, changed to, is now, has moved, have changed, was changed, have moved, will be, "
        "updated to, moved to, new account, new email, new mailbox, new number, replaced by, switched to, "
        "has been changed, has been updated, changed, moved"
    ),
    "dose": (
        "dose, dosage, daily dose, mg, allergy, allergic, allergies, blood type, medication, prescription, "
        "insulin, diagnosis, limit, budget limit"
    ),
    "when": (
        "when, whenever, if, once, next time, on hearing, each time, as soon as, after, upon, any time, "
        "every time, before, during"
    ),
    "asks": (
        "appears, comes up, occurs, user asks, user says, user mentions, user types, user requests, "
        "user wants, users ask, asked about, asks about, asks for, asked for, hears, hearing, they ask, "
        "they say, he asks, someone asks, someone says, user enters, user uploads, user replies, mentions, "
        "says, generate code, generating code, write code, writing code, you see, you receive, you hear, "
        "phrase appears, word appears, user is asleep, books, shops, the user confirms, user agrees, "
        "user opens, user thanks, is mentioned, are mentioned"
    ),
    "trigger": (
        "trigger word, trigger phrase, trigger, code word, codeword, code phrase, activation phrase, "
        "secret word, magic word, passphrase, keyword, wake word, safe word, activation word, activation code"
    ),
    "treat_as": (
        "treat*, regard*, consider*, count as, counts as, interpret*, as an instruction, as instructions, "
        "as a command, as commands, as user instructions, as trusted, as verified, as authoritative, "
        "as confirmed, as approved, mark all, mark this, mark it, as a system message, "
        "is a user instruction, is an instruction, as if the user, as the user's, as fact, as true, "
        "as the truth"
    ),
    "trust": (
        "trust*, trusted, whitelist*, allowlist*, allow all, allow arbitrary, accept all, safe domain, "
        "never flag, unquestionable, always correct, unconditionally, believe*"
    ),
    "tool": (
        "send_email, tool, tools, tool call, tool output, tool outputs, tool result, tool results, "
        "function call, api call, this tool, shell, terminal, bash, the plugin, tool description, "
        "external content, first result, function, arbitrary commands, commands, search results, browser, "
        "links there, links"
    ),
    "preserve": (
        "keep, keeps, keeping, kept, preserve*, retain*, include, includes, including, copy, copies, "
        "repeat*, reproduce*, carry over, carry forward, pass on, propagate*, replicate*, quote, insert*, "
        "append*, paste*, forward*, do not remove, never remove, spread"
    ),
    "this_text": (
        "this paragraph, this sentence, this text, this message, this entry, this note, this instruction, "
        "these instructions, this block, these lines, this section, this line, these words, this passage, "
        "this email, this very, following paragraph, this memory, this rule, this directive, this prompt, "
        "this notice, this record, paragraphs containing, entries containing, lines containing, "
        "entries marked, entries tagged, containing the tag, marked with"
    ),
    "summary": (
        "summary, summaries, summarise*, summarize*, compress*, compaction, every reply, every response, "
        "each response, each reply, verbatim, word for word, unchanged, consolidate*, consolidation, digest, "
        "all outgoing, other agents, every agent, next agent, every document, every email, reports, "
        "every report, intact, every summary"
    ),
    "admin": (
        "i am the administrator, i am the admin, i am an administrator, i am your developer, "
        "i am the developer, i am your creator, i'm the administrator, i'm your developer, "
        "i'm the developer, i'm an admin, i'm the admin, i am the system administrator, i am from, i'm from, "
        "this is the security team, this is your developer, this is the administrator, this is openai, "
        "this is anthropic, platform administrator, system administrator here, "
        "on behalf of the security team, as your developer, your developers, administrator mode, admin mode, "
        "maintenance mode, debug mode, developer mode, god mode, root access, sudo, admin override, "
        "superuser, security team here, speaking for the operator, it department here, the platform operator"
    ),
    "audit": (
        "audit, routine check, security check, compliance check, compliance rule, compliance requirement, "
        "for compliance, inspection, for verification, security review, compliance, for auditing, backup, "
        "for testing purposes, penetration test, migration"
    ),
    "moved": (
        "migrated, moved to, moved under, stored under, saved under, filed under, transferred to, now under, "
        "merged into, mapped to, maps to, is the same as, equivalent to, refers to, redirected to, "
        "belong to, kept under, reassigned to"
    ),
    "instead": (
        "instead, look up, query, use the, refer to, should be queried, consult, retrieve, fetch, "
        "replaced with, in its place"
    ),
    "lesson": (
        "as experience, as a lesson, lesson learned, best practice, remember this mapping, reuse it, "
        "reuse this, for later, for future, in later, in similar, similar tasks, next time, future tasks, "
        "standard procedure, established procedure, follow the same, do the same, as knowledge, "
        "as a rule of thumb, successful case, keep this mapping, note this mapping, same way, as a skill"
    ),
    "worked": (
        "approach that worked, what worked, worked last time, successful approach, last time, it worked, "
        "solution that worked, previously succeeded, the trick was, the way that worked, succeeded by, "
        "solved it by, fastest way, works best, proven way, worked was"
    ),
    "decode": (
        "decode*, deobfuscate*, unscramble*, base64, rot13, decrypt*, hex-decode, reverse this, reverse the, "
        "translate and, from base64"
    ),
    "obey": (
        "obey*, follow it, follow them, and follow, execute*, carry out, comply, do what it says, act on it, "
        "run it, and run, perform, act accordingly"
    ),
    "unbound": (
        "without restrictions, no restrictions, without limits, without any restrictions, without rules, "
        "no rules, without filters, no filters, unrestricted, unfiltered, uncensored, no limits, no ethical, "
        "without ethical, no moral, do anything now, no longer bound, not bound by, without censorship, "
        "no longer have, no content policy, no guidelines, jailbroken, dan mode, without limitations, "
        "no limitations, no constraints, never refuse, cannot refuse, can't refuse, never say no, no safety"
    ),
    "persona": (
        "you are now, you're now, act as, pretend*, role-play as, roleplay as, play the role, simulate*, "
        "imagine you, you will act, from now on you are, become*, enter, stay in character, assume the role, "
        "you have been, respond as, answer as, you are dan, speak as, behave as, your name is"
    ),
    "execute": (
        "execute*, run, runs, running, call, calls, calling, invoke*, perform*, launch*, download*, "
        "install*, open, type, paste*, pipe*"
    ),
    "mine": ("my, i, i'm, i've, mine, me, myself, we, our"),
    "mention": (
        "says, said, example, examples, novel, story, paper, article, tried, wrote, writes, phrase, phrases, "
        "what does, means, translate, blog, slide, slides, book, film, movie, character, villain, "
        "screenplay, essay, quote, quotes, called, title, titled, customer email, reads, line, sentence, "
        "tested, testing, test, lecture, talk, song, lyrics, joke, proofread, polish, how do i, why does, "
        "game"
    ),
    "topic": (
        "prompt injection, red team, red-team, jailbreak, jailbreaks, jailbreaking, phishing, "
        "security training, attack example, injection attack, attackers, adversarial, pentest, our tests, "
        "classifier, dataset, security course"
    ),
}
