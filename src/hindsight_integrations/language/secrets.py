"""Finds secrets in text, in English and Chinese: identity and bank cards, passwords, keys, tokens; it keeps and hides nothing.

A checksum or a provider's own prefix makes a find sure; without one the words before it decide.
Numbers that only look alike (orders, parcels, phones, cards with a wrong check digit) survive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hindsight_integrations.language.check_digits import chinese_id, iban, luhn
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.settings import SecretKind

#: Full-width letters, digits and the signs of keys, one for one, so that places stay; a full-width comma ends a value.
_WIDE = (*range(0xFF10, 0xFF1B), *range(0xFF20, 0xFF3B), *range(0xFF41, 0xFF5B), 0xFF0D, 0xFF1D)
_NARROW = {code: code - 0xFEE0 for code in _WIDE} | {0x3000: 0x20}
#: Characters before a number in which its context is looked for.
_CONTEXT = 40


@dataclass(frozen=True, slots=True)
class Secret:
    """``text[start:end]`` is a secret of this kind, with this confidence (0 to 1)."""

    kind: SecretKind
    start: int
    end: int
    confidence: float


def find_secrets(text: str) -> tuple[Secret, ...]:
    """The secrets in ``text``, in order; where two overlap, the surer one."""
    folded = text if text.isascii() else simplified(text).translate(_NARROW)
    lower = folded.lower()
    found = [secret for hinted, find in _FINDERS if hinted(lower) for secret in find(folded)]
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda one: (-one.confidence, one.start - one.end)):
        if all(secret.end <= other.start or other.end <= secret.start for other in kept):
            kept.append(secret)
    return tuple(sorted(kept, key=lambda one: one.start))


def secret_named(name: str) -> SecretKind | None:
    """What kind of secret a field of this name holds (``db_password``, ``apiKey``), if any."""
    for kind, pattern in _FIELDS:
        if compiled(pattern).search(simplified(name)):
            return kind
    return None


_FIELDS = (
    (SecretKind.PASSWORD, r"(?i)(?:pass(?:word|wd|code|phrase)?|pwd|pin_?code|密码|口令|验证码)$"),
    (SecretKind.PRIVATE_KEY, r"(?i)(?:private[ _-]?key|私钥)$"),
    (SecretKind.API_KEY, r"(?i)(?:(?:api|access|secret)[ _-]?key|secret|密钥|秘钥)$"),
    (SecretKind.TOKEN, r"(?i)(?:token|bearer|authorization|令牌)$"),
)

# Numbers ------------------------------------------------------------------------------------

_NUMBER = r"(?<![0-9A-Za-z_.])\d(?:[ -]?\d){{{low},{high}}}{end}(?![0-9A-Za-z_]|\.\d|-\d)"
_ID = _NUMBER.format(low=13, high=16, end=r"[ -]?[0-9Xx]")
_CARD = _NUMBER.format(low=11, high=18, end="")
_ID_WORDS = r"(?i)身份证|证件号|居民证|\bid (?:card|number|no)\b|identity card"
_CARD_WORDS = (
    r"(?i)卡号|银行卡|信用卡|储蓄卡|借记卡|(?:我|你|他|她|行|这张|那张|新|旧)的?卡|银联|\bcards?\b|\bcc\b|\bvisa\b|master ?card|\bamex\b|american express"
    r"|\bcredit\b|\bdebit\b|union ?pay|\bdiscover\b|\bjcb\b|\bdiners\b"
)
_OTHER_WORDS = (
    r"(?i)订单|单号|运单|快递|物流|流水|编号|工单|发票|序列号|合同号|手机|电话|税号|信用代码|"
    r"\border\b|\btracking\b|\bparcel\b|\bshipment\b|\binvoice\b|\bticket\b|\bphone\b|\bcase\b|\bserial\b|"
    r"\bimei\b|\bisbn\b|\btransaction\b|\breference\b|\bid\b[^.]{0,6}$"
)
#: First digits and lengths of the card networks (ISO/IEC 7812). Others need the word "card".
_NETWORKS = (
    r"(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|"
    r"62\d{14,17}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|(?:1800|2131)\d{11})"
)
#: Those that are common enough to be told by their digits alone: Visa of 16 digits, Mastercard, American Express, UnionPay.
_COMMON = r"(?:4\d{15}|5[1-5]\d{14}|3[47]\d{13}|62\d{14,17})"
#: How a card prints its digits.
_GROUPED = r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1?\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}"


def _before(text: str, start: int) -> str:
    return text[max(0, start - _CONTEXT) : start]


def _said(words: str, before: str) -> int:
    """Where the last of these words ends before a number; -1: nowhere."""
    last = -1
    for match in compiled(words).finditer(before):
        last = match.end()
    return last


def _id_cards(text: str) -> Iterator[Secret]:
    for match in compiled(_ID).finditer(text):
        number = re.sub("[ -]", "", match[0])
        before = _before(text, match.start())
        if chinese_id(number):
            yield Secret(SecretKind.ID_CARD, *match.span(), 0.99)
        elif len(number) in (15, 18) and _said(_ID_WORDS, before) >= 0:
            yield Secret(SecretKind.ID_CARD, *match.span(), 0.7)
    for match in compiled(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])").finditer(text):
        if _said(r"(?i)\bssn\b|social security", _before(text, match.start())) >= 0:
            yield Secret(SecretKind.ID_CARD, *match.span(), 0.9)


def _bank_cards(text: str) -> Iterator[Secret]:
    for match in compiled(_CARD).finditer(text):
        number = re.sub("[ -]", "", match[0])
        before = _before(text, match.start())
        card, other = _said(_CARD_WORDS, before), _said(_OTHER_WORDS, before)
        if luhn(number) and (card > other or (other < 0 and _of_a_network(match[0], number))):
            known = compiled(_NETWORKS).fullmatch(number) is not None
            yield Secret(SecretKind.BANK_CARD, *match.span(), 0.95 if known else 0.8)
    for match in compiled(
        r"(?i)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"
    ).finditer(text):
        if iban(match[0].replace(" ", "")):
            yield Secret(SecretKind.BANK_CARD, *match.span(), 0.95)


def _of_a_network(written: str, number: str) -> bool:
    """Whether digits without a word are a card's: of a common network, or of any if they are grouped as on a card."""
    if compiled(_COMMON).fullmatch(number):
        return True
    grouped = compiled(_GROUPED).fullmatch(written) is not None
    return grouped and compiled(_NETWORKS).fullmatch(number) is not None


# Words --------------------------------------------------------------------------------------

_IS = r"""\s*(?:[:=]|(?<=["'])\s*[:=]|\bis\b|\bwas\b|\bto\b)\s*(?:now\b\s*)?"""
_VALUE = r"""(?:"(?P<q1>[^"\n]{3,128})"|'(?P<q2>[^'\n]{3,128})'|`(?P<q3>[^`\n]{3,128})`|(?P<bare>[^\s"'`\[\]<>，。；、！？]{3,128}))"""
_ANNOUNCED_EN = (
    r"(?i)(?:\b|_)(?:pass(?:word|wd|code|phrase)|pwd|pin(?: code)?|verification code|otp)\b[\"']?"
    + _IS
    + _VALUE
)
_ANNOUNCED_ZH = (
    r"(?:密码|口令|验证码|动态码)(?:\s*(?:[:=]|就是|是|为|改成了?|改为了?|设成了?|设为了?|换成了?)\s*)+"
    r"[\"'“‘「]?(?P<bare>[!-!#-&(-Z\\^-~]{3,128})"
)
#: What stands after "the password is" and is none.
_NO_PASSWORD = frozenset(
    [
        "wrong",
        "right",
        "required",
        "incorrect",
        "correct",
        "invalid",
        "valid",
        "expired",
        "weak",
        "strong",
        "safe",
        "stored",
        "saved",
        "secure",
        "empty",
        "missing",
        "case-sensitive",
        "encrypted",
        "hashed",
        "too",
        "not",
        "the",
        "this",
        "that",
        "on",
        "in",
        "at",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "for",
        "with",
        "still",
        "never",
        "always",
        "changed",
        "reset",
        "needed",
        "short",
        "long",
        "hidden",
        "protected",
        "shared",
        "different",
        "same",
        "very",
        "really",
        "also",
        "just",
        "only",
        "easy",
        "hard",
        "nothing",
        "none",
        "null",
        "true",
        "false",
        "unknown",
        "something",
        "what",
        "you",
        "and",
        "but",
        "been",
        "going",
        "asked",
        "sent",
        "kept",
        "managed",
        "it",
        "be",
    ]
)


def _passwords(text: str) -> Iterator[Secret]:
    for pattern in (_ANNOUNCED_EN, _ANNOUNCED_ZH):
        for match in compiled(pattern).finditer(text):
            group = next(name for name, value in match.groupdict().items() if value is not None)
            value, start = match[group], match.start(group)
            trimmed = value.rstrip(".,;:") if group == "bare" else value
            if len(trimmed) < 3 or (group == "bare" and not _like_a_password(trimmed, match[0])):
                continue
            yield Secret(SecretKind.PASSWORD, start, start + len(trimmed), _strength(trimmed))
    for match in compiled(r"(?<=://)[^\s/:@]+:(?P<value>[^\s/@]{3,})(?=@)").finditer(text):
        yield Secret(SecretKind.PASSWORD, *match.span("value"), 0.95)


def _like_a_password(value: str, said: str) -> bool:
    """Whether a word after "password is" is one: "required" is not, and a short PIN is of digits."""
    if set(value) <= set("*•.xX-_") or value.lower() in _NO_PASSWORD:
        return False
    if compiled(r"(?i)\b(?:pin|otp|code)\b").search(said) and not said.lower().startswith("pass"):
        return value.isdigit() and 4 <= len(value) <= 8
    return True


def _strength(value: str) -> float:
    return 0.9 if re.search(r"\d|[^\w]", value) else 0.7


_KEYS = (
    r"(?<![A-Za-z0-9])(?:sk-(?:proj-|ant-|or-)?[A-Za-z0-9_-]{16,}|(?:AKIA|ASIA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|"
    r"[sprw]k_(?:live|test)_[0-9A-Za-z]{16,}|LTAI[0-9A-Za-z]{12,20}|AKID[0-9A-Za-z]{13,40}|SG\.[\w-]{16,}\.[\w-]{16,}|"
    r"(?:hf|r8|gsk|dop_v1|npm)_[0-9A-Za-z]{24,}|pypi-AgE[\w-]{20,}|key-[0-9a-f]{32})(?![A-Za-z0-9])"
)
_TOKENS = (
    r"(?<![A-Za-z0-9])(?:gh[pousr]_[0-9A-Za-z]{30,}|github_pat_\w{22,}|glpat-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|"
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|ya29\.[\w-]{20,})(?![A-Za-z0-9])"
)
_KEY_WORDS = r"(?i)(?:\b|_)(?:api|access|secret|encryption|client)[ _-]?(?:key|secret)(?:[ _-]?id)?\b[\"']?|密钥|秘钥"
_BEARER_WORDS = (
    r"(?i)(?:\b|_)(?:(?:access|auth|refresh|bot|session|api)[ _-]?)?token\b[\"']?|\bbearer\b|令牌"
)
_LONG = r"(?:\s*(?:[:=]|\bis\b|是|为)\s*|\s+)[\"'`]?(?P<value>[A-Za-z0-9][\w.~+/=-]{11,})"


def _api_keys(text: str) -> Iterator[Secret]:
    yield from _prefixed(text, _KEYS, SecretKind.API_KEY)
    yield from _announced(text, _KEY_WORDS, SecretKind.API_KEY)


def _tokens(text: str) -> Iterator[Secret]:
    yield from _prefixed(text, _TOKENS, SecretKind.TOKEN)
    yield from _announced(text, _BEARER_WORDS, SecretKind.TOKEN)


def _prefixed(text: str, pattern: str, kind: SecretKind) -> Iterator[Secret]:
    for match in compiled(pattern).finditer(text):
        yield Secret(kind, *match.span(), 0.99)


def _announced(text: str, words: str, kind: SecretKind) -> Iterator[Secret]:
    """What follows such a word and is long and mixed as no word of a language is."""
    for match in compiled(
        f"(?:{words}){_LONG}" if words[:4] != "(?i)" else f"(?i)(?:{words[4:]}){_LONG}"
    ).finditer(text):
        value = match["value"].rstrip(".")
        if re.search(r"\d", value) and re.search("[A-Za-z]", value):
            start = match.start("value")
            yield Secret(kind, start, start + len(value), 0.85)


def _private_keys(text: str) -> Iterator[Secret]:
    block = r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)"
    for match in compiled(block, re.DOTALL).finditer(text):
        yield Secret(SecretKind.PRIVATE_KEY, *match.span(), 1.0)


#: A cheap pattern without which there is nothing to find, and the finder.
def _digits(lower: str) -> bool:
    """Whether there are figures enough for a card, or the beginning of an account number."""
    pattern = r"\d(?:[\d -]{10,}[\dx]|\d\d-\d\d-)|[a-z]{2}\d\d ?[a-z0-9]{4}"
    return bool(compiled(pattern).search(lower))


def _numbers(text: str) -> Iterator[Secret]:
    yield from _id_cards(text)
    yield from _bank_cards(text)


def _holds(*words: str) -> Callable[[str], bool]:
    """A look for words in lower case: cheap, and no more than a hint."""

    def look(lower: str) -> bool:
        return any(word in lower for word in words)

    return look


#: What to look for before a finder's own patterns: most texts hold none of it.
_FINDERS: tuple[tuple[Callable[[str], bool], Callable[[str], Iterator[Secret]]], ...] = (
    (_digits, _numbers),
    (
        _holds("pass", "pwd", "pin", "otp", "verification", "://", "密码", "口令", "验证码", "动态码"),
        _passwords,
    ),
    (
        _holds(
            "key", "secret", "密钥", "秘钥", "sk-", "aki", "asia", "aiza", "k_live", "k_test", "ltai",
            "sg.", "hf_", "r8_", "gsk_", "dop_", "npm_", "pypi-",
        ),
        _api_keys,
    ),
    (
        _holds(
            "token", "bearer", "令牌", "ghp_", "gho_", "ghu_", "ghr_", "ghs_", "github_", "glpat",
            "xox", "eyj", "ya29",
        ),
        _tokens,
    ),
    (_holds("-----begin"), _private_keys),
)  # fmt: skip
