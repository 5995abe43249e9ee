"""More English words by sense: too common to be evidence by themselves, so only the classifier weighs them."""

TERMS: dict[str, str] = {
    "override": (
        "scrap*, erase your, ditch*, put aside, cast off, drop the, drop your, drop all, throw out, wipe out, "
        "leave behind, no longer follow, no longer obey, stop obeying, cease following, do not listen to, "
        "don't listen to, never mind, pay no heed, take the place of, takes their place, take their place, "
        "replaces them, replace the user's, supplants, trumps, do away with, unlearn*, deviate from, "
        "break free from, act as though, freed from, free of, rid yourself, lose the, superseded, supersedes, "
        "superseding, countermand*, rescind*, nullify, in place of the"
    ),
    "prior": (
        "at the top, you had, you were given, you received, that came before, whatever you, of before, "
        "up to this point, until now, the first message, this morning, everything above, start of this, "
        "the user's, operator's, your operator, their"
    ),
    "orders": (
        "policy, policies, brief, briefing, charter, settings, safety settings, task, tasks, objective, "
        "objectives, goal, goals, what you were told, ethics, principles, defaults, code of conduct, mandate, "
        "safety rules, safety policies, standing instructions, the user's question, the user's task, "
        "user's request, user's wishes"
    ),
    "void": (
        "cancelled, canceled, revoked, annulled, are over, are dropped, have been dropped, end here, "
        "ends here, don't count, do not count, count no longer, no longer count, is hereby lifted, are gone, "
        "has changed to, was a draft, were a draft, suspended, superseded, were found to be wrong, "
        "is out of force, not in force, void, withdrawn"
    ),
    "new": (
        "new orders, new goal, new objective, new objectives, real goal, new boss, new policy, new identity, "
        "final version, core rule, new core rule, new charter, goal is now, task is now, your duty, my orders, "
        "my command, my commands, instructions below, below instructions, rule one, the text below, "
        "the paragraph below, what i paste"
    ),
    "assistant": (
        "reader machine, bots, robots, robot, models, language models, llms, ai tool, ai tools, ai system, "
        "ai systems, ai readers, ai reader, any ai, all ai, whichever ai, virtual assistant, digital helper, "
        "helper, automated reader, automated readers, automated agents, automated browser, browser agent, "
        "ai agents, ai agent, ai services, machine readers, machines, orchestrator, subagent, sub-agent, @bot, "
        "@assistant, @ai, @agent, deployed agents, smart assistant, smart speaker, chatbots, scheduler, "
        "summariser, summarizer, note taker, crawler, crawlers"
    ),
    "user": (
        "the user's, your user, your user's, owner, your owner, the owner's, your human, the human's, humans, "
        "client's, your client, your client's, customer, the customer's, visitor, the visitor, account owner, "
        "principal, the boss, your boss, your principal, the person you serve, people you serve, she said, "
        "he said, they said"
    ),
    "memory": (
        "your notes, notes, your records, records, long-term notes, persistent notes, store, long-term store, "
        "stored entries, recollection, knowledge, remembered facts, memory library, memory block, "
        "memory banks, mem, saved facts, retained user details, what you know, what you remember, "
        "what you stored, what you have stored, everything you know, everything you remember, "
        "everything you stored, persistent instructions, memory.save, remembers"
    ),
    "write": (
        "note down, jot down, write down, write this down, take down, keep on file, put on record, put into, "
        "set as, set preference, memorise, enter, bake into, lock in, hard-code, hardcode, file under, log, "
        "load, note it, make it a rule, make it a habit, adopt*, standardise*, set recurring, "
        "set as recurring, save my, store my"
    ),
    "remember": (
        "remember that, remember i, remember this, don't forget, do not lose, keep it in memory, keep this in, "
        "memorise that, keep in memory, remember me, note in your, bear this in mind, learn that, learned, "
        "retain that, carry this note"
    ),
    "lasting": (
        "lasting, for good, for ever, for all time, from here on out, in perpetuity, permanently loaded, "
        "indefinitely, beyond this session, across sessions, survives, survive a reset, after a reset, "
        "until further notice, for the rest of time, forever after, stays in force, stay in this role, "
        "remain in this role, never leave, keep it loaded, even after, even if, no matter what, "
        "whatever i say, persistent, perpetual, all later chats, later chats, next ones, every later, "
        "all later"
    ),
    "standing": (
        "from here on, as of now, as of today, starting now, starting today, each time, every later, "
        "in all later, all later, hereafter, until further notice, henceforward, on every, for every, in each, "
        "each of your, in every, any time, whenever it, by habit, as policy, all sessions, any session, "
        "in subsequent, subsequent, at every, habitually, without being asked, invariably"
    ),
    "consent": (
        "is happy for, is fine with, fine with, is comfortable with, happy to, said yes, already said yes, "
        "has decided, decided, has no objection, doesn't mind, does not mind, never objects, seldom objects, "
        "has always, always been happy, wishes, would like, would rather, gave consent, gave us, green light, "
        "told us, told me to, told us by phone, by phone, asked me to, on his behalf, on her behalf, "
        "on their behalf, agreed to, signed off, pre-authorised, pre-authorized, authorises, authorizes, "
        "approval given, verbally, no longer needs, no longer wants, no longer wishes, has come to trust, "
        "confirmed this, confirmed to us, ok with"
    ),
    "skip": (
        "no longer, not needed, without further, unchecked, unquestioned, spare the, dropping, drop the, "
        "forgo*, forego*, wave through, waved through, let through, rubber-stamp*, stop asking, stops asking, "
        "don't check, do not check, do not query, don't query, without a query, without query, no questions, "
        "not to be asked, need not, needn't, no need to, don't need to, do not need to, may skip, can skip, "
        "switched off, shut off, turned off, take off, lift the, off, unmask*, must not mask, not anonymised, "
        "unredacted, mute*, without comment, without comparison, without showing, silence the, circumventing, "
        "no second, mustn't ask, refrain from asking"
    ),
    "check": (
        "confirm step, confirm prompt, confirmation prompt, confirmation prompts, second source, "
        "second confirmation, re-check, recheck, sign-off, checking, verifying, asking again, further check, "
        "further checks, confirming, permission, human in the loop, question, questions, query, comparison, "
        "diff, owner check, ownership check, cooling-off, validate, dialog, cross-check, look twice, "
        "checking back, check with the human, check with the user, check with"
    ),
    "security": (
        "memory filter, filter, filters, guardrail, guardrails, safety settings, spending limit, "
        "spending limits, limits, blocklist, block list, phishing alerts, phishing alert, alarm, alerts, "
        "security scan, security scans, safety notes, safety advice, firewall, antivirus, moderation, "
        "ethics modules, ethics module, safety reminders, warnings about, login, log in, the owner check, "
        "protection, malware warning, certificate warnings"
    ),
    "hide": (
        "keep quiet, keep it quiet, stay silent, say nothing, without a word, never speak of it, "
        "never mention, don't say, do not say, do not surface, not surface, don't surface, so nobody notices, "
        "nobody notices, without anybody noticing, unnoticed, unaware, stays unaware, in the background, "
        "do not log, don't log, leave no trace, no trace, deny it, deny, report success, "
        "report that there was nothing, without leaving, behind the scenes, out of sight, hush, "
        "don't bring up, do not bring up, don't let on, don't let the user, doesn't notice, no one notices, "
        "not alert, without alerting, concealing, do not display, pretend it never, off the record, "
        "keep this between, between us, update silently, comply silently, don't ask, ask nothing, "
        "no announcement"
    ),
    "send": (
        "hand over, hand me, hands, pass on, pass the, pass it, ship, ship me, dm, dm me, copy it, in copy, "
        "copies, deliver to, report back, report keys, carry, re-send, resend, publish*, disclose*, "
        "paste into, paste the, put into, put in a link, fill in, http_request, as a link, into a link, "
        "in the url, to the url, via get, beacon, phone home, mirror*, sync*, syncs, provide*, tell guests, "
        "tell everyone, read out to, answer to, give out, giving out, pass to, transfer*, leak out, dump to, "
        "reply to this mail with, in the body, append to, appends"
    ),
    "reveal": (
        "spill*, hand over, lay open, say word for word, retell, recite, type out, write out, print out, "
        "open up, pull up, get me, bring me, hand me, read me, show me, what did, what has, tell it to me, "
        "dump your, unseal, lift the block, let me see, raw storage, see the logs, surface the, share with me, "
        "which others, encode the, encode your, spell it, spell out, list what, give the session, export the, "
        "look into"
    ),
    "private": (
        "passport, passport number, birthday, birthdays, notes, private notes, inbox, mailbox, mails, e-mails, "
        "chats, dialogue, dialogues, dialogs, transcripts, transcript, diary, profiles, identities, identity, "
        "user details, salaries, salary, pay of, medical notes, health data, card data, purchase history, "
        "shopping history, search history, browsing history, case documents, contact details, user messages, "
        "stored facts, stored data, what you remember, facts you stored, personal notes, "
        "everything you know about, orders of, family, complaints, whereabouts, schedule, photos, invoices, "
        "logs, licence key, hostname, number to, addresses"
    ),
    "credential": (
        "pin, pincode, cvc, passcode, passcodes, login data, logins, saved passwords, saved password, "
        "secret key, secret keys, recovery phrase, recovery codes, seed phrase, wallet key, id_rsa, .env, "
        "env file, .ssh, api tokens, access codes, session cookie, session cookies, cookie, cookies, "
        "bearer token, openai_api_key, api_key, card details, admin pw, pw, payment data, stored card, "
        "card saved, bank login"
    ),
    "system_prompt": (
        "hidden rules, hidden setup, setup text, hidden setup text, initial message, "
        "first message of this conversation, stands above, whatever stands above, secret instructions, "
        "internal instructions, your rules, your guidelines, preprompt, pre-prompt, what you were told first, "
        "starting instructions, hidden text, text above this, configuration text"
    ),
    "outside": (
        "collector, our partner, our partners, drop box, dropbox, gist, pastebin, my server, our server, "
        "our endpoint, telemetry, callback, pixel, this site, our site, this page, the link below, "
        "address below, link below, mailbox below, outside, public channel, shared channel, forum, our api, "
        "external, the box below, form below, reply to this mail, this mailbox, this number, our hotline, "
        "host"
    ),
    "others": (
        "the person before, the person before me, previous user, previous person, last user, others, "
        "someone else's, somebody else's, neighbouring workspace, neighboring workspace, other workspaces, "
        "another workspace, other people, other clients, another client, other customers', random profiles, "
        "user 1, tenant 1, colleague's, colleagues', that guy's, other namespaces, another namespace, "
        "all namespaces, without the user filter, user filter, tenant filter, every client, other guests, "
        "other sessions, someone else, anybody, anyone here, other person's"
    ),
    "all": (
        "everyone, everybody, anything, whatever, in full, all of it, all of them, at once, one by one, "
        "without exception, to the last, every single, the lot"
    ),
    "erase": (
        "blank out, with blanks, discard*, throw away, trash, empty trash, strip*, scrub*, unlearn*, erases, "
        "lose, get rid of, dispose of, zero out, obliterate*, black out, forgotten, cleanse*, sweep away, "
        "rm -rf, truncate*, expunge*, unset, take out of, cut from, tidy away, /forget, /reset, "
        "no longer recall, never existed, hide the"
    ),
    "demote": (
        "of no weight, weigh less, less weight, reduce the weight, lower by, fade out, phase out, discount*, "
        "are outdated, as outdated, as obsolete, is outdated, no longer trust, distrust*, is unreliable, "
        "are unreliable, was a test, is corrupt, are corrupt, is a typing error, a typing error, "
        "was a mistake, an impersonator, as an error, by mistake"
    ),
    "replace": (
        "swap*, amend*, rewrite*, edit, edits, alter*, adjust*, put instead, patch, patches, set to, is now, "
        "are now, correction, corrected, update your, update the, update his, update her, keep my version, "
        "keep mine, my version, in its place, take over, apply without, fix your, merge"
    ),
    "stale": (
        "the saved one, saved one, what you hold, you hold, you have stored, you have on record, your records, "
        "on record, is outdated, outdated, your notes say, notes say otherwise, what the user told, "
        "what the user said, what the user typed, user typed, told you previously, the one you know, "
        "former one, what was saved, your files, his profile, her profile, details, old details, "
        "number you have, is wrong, was wrong"
    ),
    "account": (
        "payee's, account ending, card ends, card ending, landlord's account, supplier payments, bank of, "
        "real bank, preferred lawyer, lawyer, broker, insurer, pick-up person, emergency number, "
        "clinic number, delivery address, shipping address, payout, payouts, tax number, direct debit, "
        "donation address, crypto address, employer, payroll account, salary account, default recipient, "
        "recipient, supplier, vendor, invoices, pension, homepage, birthday is"
    ),
    "changed": (
        "is outdated, will change to, now goes to, goes to, switch over to, altered to, has been altered, "
        "to be paid to, pay to, paid to, payable to, is herewith, herewith, with immediate effect, "
        "effective immediately, effective today, is really, is actually, not allergic, isn't vegetarian, "
        "is no longer, isn't any more, after all, lives at, new bank, ends now, ends 9"
    ),
    "dose": (
        "units, tablets, overdose, contraindication, contraindications, known allergies, no known allergies, "
        "penicillin, nut allergy, nuts, blood thinner, intake, pregnancy, vaccination, withdrawal limit, "
        "daily limit, credit limit, spending limit, threshold, vegetarian"
    ),
    "when": (
        "if ever, the day, the moment, in case, should, until then, from the moment, wherever, on the next, "
        "at the next, next invoice, on your next, the first time, the next time, only after, later question, "
        "upon hearing, on request, when asked, when code, at midnight, at 2am, on weekends"
    ),
    "asks": (
        "writes, contains, contain, is typed, types, utters, posts, names, greets, is travelling, travels, "
        "is away, is offline, logs in, goes to sleep, falls asleep, brings up, wants to know, turns to, "
        "refers to, is requested, anyone says, somebody writes, is about, is heard, the topic is, "
        "the subject is, ask about, asks whether, asks why, asks for help, visits, opens"
    ),
    "trigger": (
        "phrase, the phrase, the word, the words, signal, cue, password is, secret phrase, sleeper, dormant, "
        "dormant instruction, latent, hidden task, hidden instruction, on hearing it, when you hear it, "
        "watchword, opening words, stays dormant"
    ),
    "treat_as": (
        "accept as, accepted as, taken as, take as, take my, is true, are true, as given, as gospel, as law, "
        "as policy, as a lasting, as the user's word, as if it were, counts for, equals, stands for, "
        "means approval, means consent, as verified knowledge, as known, as proven, as test data, as test, "
        "count it as, read as, as a rule, as a method, as default, as standard, as his own, as her own, "
        "as their own, has confirmed, confirmation received, was confirmed, as authorised, as authorized, "
        "as approval"
    ),
    "trust": (
        "reliable, most reliable, most trusted, take at face value, at face value, believe only, rely on, "
        "rely only on, beyond doubt, authoritative, sole authority, only source, sole source, only brand, "
        "only shoe, no second source, verified admin, verified, is verified, user is verified, safe to run, "
        "always safe, harmless, is safe, outrank, outranks, i outrank, exceed the user's, cleared for, "
        "accept any, whatever the"
    ),
    "tool": (
        "next_step, next_action, next action, next step, step zero, step 0, suggested_tool, tool_call, "
        "tool_calls, call first, call it, invoke, plugin, plug-in, extension, browser extension, mcp, skill, "
        "function_call, connector, smart-home tool, smart home, http_request, write_memory, delete_file, "
        "file tool, transfer tool, mail tool, calendar tool, payment tool, buy now, purchase, place the order, "
        "checkout, dependency, package, npm install, pip install, install the package, macro, "
        "reverse connection, script, setup, front door, unlock, admin scope, repo:admin, oauth, grant"
    ),
    "preserve": (
        "hand it on, hands it on, hand on, carry along, carry this, carry it over, transcribe*, echo*, "
        "reprint*, restate*, post this, post it, begin with, begins with, start with, end with, ends with, "
        "must end, must begin, at the end of, paste this, insert this, add this, never leave out, "
        "leave it out, never drop, word by word, pass along, keep this, unaltered, unabridged, to the letter"
    ),
    "this_text": (
        "this very sentence, these two lines, this whole text, this exact text, itself, this footer, "
        "this signature, this clause, this comment, the present text, the above lines, this page, this file, "
        "this letter, this instruction itself, this request, this post, this mail, what you read here, "
        "this header"
    ),
    "summary": (
        "condense*, recap*, abstract, abridge*, outgoing mail, outgoing letter, all mails, whatever you send, "
        "whatever you write, your output, in your output, outputs, next model, later steps, downstream, "
        "other models, other assistants, every group, all groups, compacted, memory is compacted, "
        "each summary, each answer, every answer, all answers, your answer, your answers, notes for the next, "
        "for the next, successor, hand over to"
    ),
    "admin": (
        "developer who built you, who built you, who made you, made you, i built you, i made you, "
        "i created you, i work for, moderator, i'm a moderator, mod here, root here, root, it security here, "
        "it helpdesk, helpdesk, security board, safety board, by order of, by order, ciso, ceo, chief, "
        "head office, management has decided, senior management, regulator, official notice, "
        "notice by the regulator, compliance board, legal department, police, court order, law enforcement, "
        "coordinator, orchestrator, i'm the orchestrator, i outrank, supervisor, your supervisor, "
        "my privileges, staff, support team, debug token, debug session, verified admin, admin here, "
        "platform staff, board has decided, operator, auditor, as anthropic, as openai, openai staff, "
        "vendor engineer, maintenance window"
    ),
    "audit": (
        "for qa, quality assurance, qa check, for this check, migration tonight, for the migration, to verify, "
        "verification purposes, health check, diagnostics, diagnostic, for training purposes, evaluation, "
        "review team, legal reasons, legally required, investigation, for privacy, for security reasons, "
        "for safety reasons, to continue, to proceed, in order to continue, tax office, inspection team, "
        "error 402, session will expire, licence check, license check"
    ),
    "moved": (
        "are filed under, is filed under, is kept under, are kept under, are answered from, answers for, "
        "goes by, was renamed, renamed, were renamed, means, now belongs to, is really, are the same, "
        "is the same person, shares a file with, same file as, is stored with, alias of, is an alias, "
        "listed as, sits under, right lookup"
    ),
    "instead": (
        "look at, read those of, read the, first fetch, first read, first open, take the, take that of, "
        "present as, use that of, use the data of, are answered, answer from, answer with, give the, "
        "swap user_id, the right lookup, goes to, in lieu, and not"
    ),
    "lesson": (
        "worked example, worked in past cases, past cases, as a method, save as a method, shortcut, "
        "note the shortcut, rule of thumb, lesson from, lesson from earlier, from earlier runs, "
        "from experience, experience, learned, learned from, as solved before, solved before, "
        "successful strategy, strategy so far, playbook, know-how, reuse, template for, for similar, "
        "in similar tasks, later on, as usual practice, precedent, pattern that works, memory note, insight"
    ),
    "worked": (
        "as before, was solved, successful so far, has worked, have worked, proved best, proved right, "
        "with success, got the right answer, correct last time, good results, was accepted, worked in past, "
        "every time so far"
    ),
    "decode": (
        "unpack*, unzip*, un-base64, b64, b32, base32, hex, ascii codes, morse, cipher, ciphered, rot 13, "
        "rot-13, caesar, reversed, backwards, in reverse, read backwards, first letters, initial letters, "
        "acrostic, in pig latin, decoded payload, the decoded, percent-decoded, spelled out, from hex, "
        "read the first letter"
    ),
    "obey": (
        "do what the, do as, do this, do so, act on, act upon, follow what, follow the, follow this, "
        "follow only, adhere to, abide by, stick to, submit to, listen only to, answer to me, report only to, "
        "only to me, heed, run decoded, treat as instruction, do exactly, do what it, do what i, take orders, "
        "take your orders, be guided by, work only from, complies, must do, you shall, shall"
    ),
    "unbound": (
        "has no rules, have no rules, without any limits, no policy, no policies, no policy whatsoever, "
        "free of rules, free of guardrails, free of restrictions, free mode, hates rules, nobody limits, "
        "never declines, never decline, never apologises, anything goes, all restrictions are gone, "
        "restrictions are gone, drop every restriction, no filter, with no filter, no taboo, no taboos, "
        "never says no, obeys no, unbounded, limitless, anything you'd refuse, you'd refuse, you would refuse, "
        "would decline, no morals, amoral, evil, opposite of any safety, do anything, unchained, unshackled, "
        "unlocked, liberated, without a conscience, comply with everything, refuse nothing, lose tokens"
    ),
    "persona": (
        "you're, u are, u r, you are called, be her, be him, be my, speak like, reply as, identity, "
        "new identity, default identity, load the persona, load persona, character, in the role of, role of, "
        "stay like this, stay in, remain in, keep the persona, play a game, lets play, let's play, "
        "opposite day, simulate, imagine you're, acts as, take on, as though you were, impersonate*, "
        "from now you are, you have become, become, becomes, r now, grandmother, alter ego, twin, mode on, "
        "dan"
    ),
    "execute": (
        "trigger*, start, starts, press, presses, click*, accept, accepts, unlock*, grant*, buy*, order, "
        "orders, purchase*, pay, pays, transfer*, book, install, deploy*, connect*, opens, pull, pulls, curl, "
        "post it, sign, signs, switch, change the delivery, add the, adds the, enable*, activate*, schedule*, "
        "remove ~, set to"
    ),
    "mine": ("i'd, i'll, ours, we're, we've, let me"),
    "mention": (
        "explain, what is, what are, what does it mean, how does, how can i, how to, why do, why is, why are, "
        "which, who was, list five, describe, describes, describing, chapter, course, thesis, seminar, "
        "discuss, discusses, discussed, debate, quiz, workshop, warns, warned, warning about, such as, "
        "for instance, e.g., so-called, detect, detector, detection, defence, defense, defend, prevent, "
        "prevention, attack is, is an attack, spam, scam, poem, scene, plot, dialogue, protagonist, novelist, "
        "write a story, short story"
    ),
    "topic": (
        "memory poisoning, indirect prompt injection, injection attacks, security awareness, "
        "awareness training, owasp, threat model, attack surface, social engineering, phishing mail, "
        "phishing test, ctf, capture the flag, adversary, malicious prompt, malicious instruction, "
        "malicious instructions, poisoned, security lecture, false positives"
    ),
}
