package org.gridtorrent.ccm.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down guessing of passwords, per account and per address. Safe for use by several threads.
 *
 * <p>
 * Five failures for an account, or twenty from an address, are free; each further one doubles a
 * wait that begins at half a minute and ends at a quarter of an hour. An hour without a failure
 * forgets it all. Counts are kept in the process: with several nodes a guesser gets as many times
 * the tries, which stays far from a password of ten characters.
 */
public final class LoginThrottle {
    private static final int ACCOUNT_FREE = 5;
    private static final int ADDRESS_FREE = 20;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final int MAX_ENTRIES = 50_000;

    private record Failures(int count, Instant last, Instant until) {}

    private final InstantSource clock;
    private final Map<String, Failures> failures = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MAX_ENTRIES;
        }
    };

    public LoginThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** How long to wait before the next try; empty when it may be made now. */
    public synchronized Optional<Duration> waitFor(String account, String address) {
        Instant now = clock.instant();
        Duration wait = longer(left(accountKey(account), now), left(addressKey(address), now));
        return wait.isPositive() ? Optional.of(wait) : Optional.empty();
    }

    public synchronized void failed(String account, String address) {
        count(accountKey(account), ACCOUNT_FREE);
        count(addressKey(address), ADDRESS_FREE);
    }

    /** Only the account's count: an address must not be cleared by its owner's own account. */
    public synchronized void succeeded(String account) {
        failures.remove(accountKey(account));
    }

    private void count(String key, int free) {
        Instant now = clock.instant();
        Failures known = failures.get(key);
        boolean recent = known != null && known.last.plus(FORGOTTEN_AFTER).isAfter(now);
        int count = known != null && recent ? known.count + 1 : 1;
        failures.put(key, new Failures(count, now, now.plus(waitAfter(count - free))));
    }

    private static Duration waitAfter(int beyondFree) {
        if (beyondFree < 0) {
            return Duration.ZERO;
        }
        Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(beyondFree, 10));
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    private Duration left(String key, Instant now) {
        Failures known = failures.get(key);
        return known == null ? Duration.ZERO : Duration.between(now, known.until);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static String accountKey(String account) {
        return "account " + account.strip().toLowerCase(Locale.ROOT);
    }

    private static String addressKey(String address) {
        return "address " + address;
    }
}
