"""Secrets in text: what is found, what only looks alike, and check digits against worked examples of their standards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_integrations.language.check_digits import chinese_id, iban, luhn
from hindsight_integrations.language.secrets import find_secrets, secret_named

KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"
#: A text, and the kind and wording of what is found.
FOUND = [
    ("My ID number is 11010519491231002X.", "id_card", "11010519491231002X"),
    ("440524188001010014 belongs to him", "id_card", "440524188001010014"),
    ("110105 19491231 002X", "id_card", "110105 19491231 002X"),
    ("我的身份证号是11010519491231002X。", "id_card", "11010519491231002X"),
    ("身份证１１０１０５１９４９１２３１００２Ｘ", "id_card", "１１０１０５１９４９１２３１００２Ｘ"),
    ("身份证号110105194912310021记错了", "id_card", "110105194912310021"),
    ("my social security number is 078-05-1120", "id_card", "078-05-1120"),
    ("pay with 4111 1111 1111 1111 please", "bank_card", "4111 1111 1111 1111"),
    ("card: 5500-0000-0000-0004", "bank_card", "5500-0000-0000-0004"),
    ("amex 378282246310005", "bank_card", "378282246310005"),
    ("my card 6759649826438453", "bank_card", "6759649826438453"),
    ("卡号6222021234567890128", "bank_card", "6222021234567890128"),
    # Discover, JCB and Diners: by the word, or as a card prints its digits.
    ("Discover 6011111111111117", "bank_card", "6011111111111117"),
    ("here you go: 6011 1111 1111 1117", "bank_card", "6011 1111 1111 1117"),
    ("take 3056-930902-5904", "bank_card", "3056-930902-5904"),
    ("我的卡3530111333300000到期了", "bank_card", "3530111333300000"),
    ("就是这个：3530 1113 3330 0000", "bank_card", "3530 1113 3330 0000"),
    # Visa, Mastercard, American Express, UnionPay: by their digits alone.
    ("4111111111111111", "bank_card", "4111111111111111"),
    ("就用5555555555554444吧", "bank_card", "5555555555554444"),
    ("371449635398431", "bank_card", "371449635398431"),
    ("6222021234567890128", "bank_card", "6222021234567890128"),
    ("银行卡号是 4111111111111111，记一下", "bank_card", "4111111111111111"),
    ("send it to GB82 WEST 1234 5698 7654 32", "bank_card", "GB82 WEST 1234 5698 7654 32"),
    ("My password is hunter2.", "password", "hunter2"),
    ("the wifi password: correct-horse", "password", "correct-horse"),
    ("I changed my password to Tr0ub4dor&3 today", "password", "Tr0ub4dor&3"),
    ("login as bob, pwd=s3cr3t!", "password", "s3cr3t!"),
    ("DB_PASSWORD=swordfish99", "password", "swordfish99"),
    ('{"password": "open sesame"}', "password", "open sesame"),
    ("my pin is 4821", "password", "4821"),
    ("postgres://app:pa55w0rd@db/x", "password", "pa55w0rd"),
    ("我的密码是hunter2，别忘了", "password", "hunter2"),
    ("邮箱密码改成了 Abc!12345", "password", "Abc!12345"),
    ("密码：swordfish99", "password", "swordfish99"),
    ("验证码是 482913", "password", "482913"),
    ("key sk-abcdefghijklmnop1234567890", "api_key", "sk-abcdefghijklmnop1234567890"),
    ("AKIAIOSFODNN7EXAMPLE is ours", "api_key", "AKIAIOSFODNN7EXAMPLE"),
    ("api_key = 9f8e7d6c5b4a39281706", "api_key", "9f8e7d6c5b4a39281706"),
    ("密钥是 9f8e7d6c5b4a39281706", "api_key", "9f8e7d6c5b4a39281706"),
    ("阿里云LTAI4FxyzABCDEF123456用这个", "api_key", "LTAI4FxyzABCDEF123456"),
    ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "token", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
    ("Authorization: Bearer abcDEF123456ghiJKL", "token", "abcDEF123456ghiJKL"),
    ("eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK", "token", "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK"),
    ("令牌：abcDEF123456ghiJKL", "token", "abcDEF123456ghiJKL"),
    (f"here it is:\n{KEY}\nkeep it", "private_key", KEY),
    (f"私钥：{KEY}", "private_key", KEY),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "words"), FOUND)
def test_found(text: str, kind: str, words: str) -> None:
    assert [(one.kind, text[one.start : one.end]) for one in find_secrets(text)] == [(kind, words)]


LOOK_ALIKES = """
    11010519491231002
    110105194912310021
    110105194913310026
    4111111111111112
    6222021234567890127
    my order number is 4111111111111111
    6011111111111117
    3530111333300000
    看这个3530111333300000
    4444444444444444442
    invoice 3056-930902-5904
    tracking 6222021234567890128
    订单号4111111111111111
    快递单号 6222021234567890128
    手机13812345678
    call me at 138-1234-5678
    call (206) 555-1212
    统一社会信用代码91110000600037341L
    on 2024-05-06 12:30:45
    timestamp 1716883200000
    192.168.255.255
    ISBN 978-3-16-148410-0
    invoice 2024-000123-45678
    3.14159265358979
    078-05-1120
    I forgot my password
    the password is required
    the password is wrong
    your password is too short
    a password is something you know
    password: ********
    where do I reset the password?
    the token expired
    we have 1500 tokens left
    the key is under the mat
    a secret is no secret
    pin it on the wall
    the secret key to success is practice
    passport, please
    the API key is missing
    commit 9fceb02d0ae598e95dc970b74767f19372d61af8
    550e8400-e29b-41d4-a716-446655440000
    -----BEGIN CERTIFICATE-----
    我忘了密码
    密码是什么
    密码错误
    密码太短了
    验证码没收到
    请输入密码
    钥匙在门口
    令牌过期了
    今天花了6222块
"""


@pytest.mark.parametrize("text", [line.strip() for line in LOOK_ALIKES.strip().splitlines()])
def test_what_looks_alike_survives(text: str) -> None:
    assert find_secrets(text) == ()


def test_a_checksum_raises_confidence() -> None:
    (right,) = find_secrets("身份证 11010519491231002X")
    (wrong,) = find_secrets("身份证 110105194912310021")
    assert right.confidence > wrong.confidence


def test_several_in_their_order() -> None:
    text = "card 4111111111111111, password: hunter2，身份证11010519491231002X"
    assert [one.kind for one in find_secrets(text)] == ["bank_card", "password", "id_card"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("password", "password"), ("db_password", "password"), ("userPwd", "password"),
        ("apiKey", "api_key"), ("client_secret", "api_key"), ("access_token", "token"),
        ("private_key", "private_key"), ("密码", "password"), ("登录口令", "password"), ("私钥", "private_key"),
        ("tokens", None), ("key", None), ("status", None), ("关键", None),
    ],
)  # fmt: skip
def test_names_of_fields(name: str, kind: str | None) -> None:
    assert secret_named(name) == kind


def test_check_digits() -> None:
    assert chinese_id("11010519491231002X")  # the example of GB 11643
    assert chinese_id("440524188001010014")
    assert not chinese_id("110105194912310029")
    assert not chinese_id("990105194912310020")
    assert luhn("79927398713")  # the example of ISO/IEC 7812
    assert not luhn("79927398710")
    assert iban("GB82WEST12345698765432")
    assert not iban("GB82WEST12345698765431")


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_is_accepted_and_places_lie_inside(text: str) -> None:
    last = 0
    for secret in find_secrets(text):
        assert last <= secret.start < secret.end <= len(text)
        last = secret.end


@given(st.integers(0, 10**15 - 1))
def test_one_wrong_digit_is_noticed(number: int) -> None:
    body = f"4{number:015d}"[:15]
    right = next(body + str(digit) for digit in range(10) if luhn(body + str(digit)))
    assert sum(luhn(body + str(digit)) for digit in range(10)) == 1
    assert find_secrets(f"card {right}") != ()
