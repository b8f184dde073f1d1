"""How much is too much, without a server."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.server.address import among, counted_as, household, networks
from klaverjas.server.limits import Bucket, Buckets, Gauge, Rate

NOW = 1_700_000_000.0


def taken(bucket: Bucket, now: float, tries: int = 1000) -> int:
    return sum(bucket.take(now) for _ in range(tries))


def test_a_burst_goes_through_at_once_and_after_it_what_was_earned_in_the_meantime() -> None:
    bucket = Bucket(Rate(5, 2.0))
    assert taken(bucket, NOW) == 5
    assert taken(bucket, NOW + 0.4) == 0
    assert taken(bucket, NOW + 0.5) == 1
    assert taken(bucket, NOW + 2.5) == 4
    assert taken(bucket, NOW + 1000) == 5


def test_a_refusal_costs_nothing() -> None:
    bucket = Bucket(Rate(1, 1.0))
    assert taken(bucket, NOW) == 1
    assert taken(bucket, NOW + 0.9) == 0
    assert taken(bucket, NOW + 1.0) == 1


def test_a_clock_that_was_put_back_keeps_nobody_waiting() -> None:
    bucket = Bucket(Rate(5, 1.0))
    assert taken(bucket, NOW) == 5
    assert taken(bucket, NOW - 3600) == 0
    assert taken(bucket, NOW - 3599) == 1


@given(
    rate=st.builds(Rate, st.integers(1, 50), st.floats(0.1, 100)),
    waits=st.lists(st.floats(0, 20), max_size=200),
)
def test_in_any_time_no_more_goes_through_than_the_burst_and_what_that_time_earns(
    rate: Rate, waits: list[float]
) -> None:
    bucket, now, passed = Bucket(rate), NOW, 0
    for wait in waits:
        now += wait
        passed += bucket.take(now)
    assert passed <= rate.burst + (now - NOW) * rate.per_second + 1


def test_each_key_has_a_measure_of_its_own() -> None:
    buckets = Buckets(Rate(1, 0.1))
    assert buckets.take("a", NOW)
    assert not buckets.take("a", NOW)
    assert not buckets.allows("a", NOW)
    assert buckets.allows("b", NOW)
    assert buckets.take("b", NOW)


def test_what_is_remembered_of_a_million_strangers_is_bounded() -> None:
    buckets = Buckets(Rate(1, 0.001), most=100)
    for stranger in range(1000):
        assert buckets.take(str(stranger), NOW)
        assert len(buckets) <= 100
    assert not buckets.take("999", NOW)


def test_who_has_a_full_measure_again_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 1.0))
    for stranger in range(50):
        buckets.take(str(stranger), NOW)
    for stranger in range(50):
        buckets.take(f"later {stranger}", NOW + 10)
    assert len(buckets) == 50


def test_a_gauge_counts_each_and_all() -> None:
    gauge = Gauge(most_each=2, most=3)
    assert [gauge.enter("a"), gauge.enter("a"), gauge.enter("a")] == [True, True, False]
    assert [gauge.enter(None), gauge.enter("b")] == [True, False]
    gauge.leave("a")
    assert [gauge.enter("b"), gauge.enter("a")] == [True, False]
    for key in ("a", "b", None):
        gauge.leave(key)
    assert gauge == Gauge(2, 3)


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("x" * 8000, "unknown"),
        ("192.0.2.7\r\nx: y", "unknown"),
    ],
)
def test_a_home_is_counted_as_one_whatever_it_writes_as_its_address(host: str, key: str) -> None:
    assert household(host) == key


def test_a_proxy_is_known_by_its_address_or_network_and_is_not_counted() -> None:
    proxies = networks("127.0.0.1, 10.0.0.0/8,::1")
    assert among("10.1.2.3", proxies)
    assert among("::ffff:127.0.0.1", proxies)
    assert among("::1", proxies)
    assert not among("192.0.2.1", proxies)
    assert not among("localhost", proxies)
    assert counted_as(("10.1.2.3", 4000), proxies) is None
    assert counted_as(None, proxies) is None
    assert counted_as(("192.0.2.1", 4000), proxies) == "192.0.2.1"
    assert networks("") == ()
