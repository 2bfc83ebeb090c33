package org.gridtorrent.ccm.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.identity.UserName;

/**
 * Slows down guessing of passwords, per account and per address, and registering by one address. Safe
 * for use by several threads.
 *
 * <p>
 * Five failures for an account, or twenty from an address, are free; each further one doubles a
 * wait that begins at half a minute and ends at a quarter of an hour. A browser that has logged in to the
 * account before is counted by itself, so that nobody else can lock its owner out. Of registrations, fifty from an
 * address are free, of mails twenty. An hour without a failure forgets it all. A try counts as failed from when it
 * begins, so that a thousand at once are no more than one after the other. Counts are kept in the
 * process: with several nodes a guesser gets as many times the tries, which stays far from a password
 * of ten characters.
 */
public final class LoginThrottle {
    private static final int ACCOUNT_FREE = 5;
    private static final int ADDRESS_FREE = 20;
    private static final int REGISTRATIONS_FREE = 50;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final int MAX_ENTRIES = 50_000;

    /** A try of an account's password; the browser is known when it has logged in to the account before. */
    public record Try(String account, String origin, Optional<String> knownBrowser) {}

    private record Failures(int count, Instant last, Instant until) {}

    /** What is counted, and how many of it are free. */
    private record Subject(String key, int free) {}

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

    /** How long to wait before the next try; empty when it may be made now, and then it is counted. */
    public Optional<Duration> login(Try login) {
        return begin(subjects(login));
    }

    /** The same for a new account. */
    public Optional<Duration> registration(String origin) {
        return begin(List.of(new Subject("registrations " + origin, REGISTRATIONS_FREE)));
    }

    /** The same for something that is sent by mail to whomever one names. */
    public Optional<Duration> mail(String origin) {
        return begin(List.of(new Subject("mail " + origin, ADDRESS_FREE)));
    }

    /** Of the address only this try: it must not be cleared by its owner's own account. */
    public synchronized void succeeded(Try login) {
        login.knownBrowser.ifPresentOrElse(browser -> failures.remove(ofBrowser(browser).key),
                () -> {
                    failures.remove(ofAccount(login.account).key);
                    takeBack(ofOrigin(login.origin));
                });
    }

    /** The password was not looked at. */
    public synchronized void takeBack(Try login) {
        subjects(login).forEach(this::takeBack);
    }

    private synchronized Optional<Duration> begin(List<Subject> subjects) {
        Instant now = clock.instant();
        Duration wait = subjects.stream().map(subject -> left(subject.key, now))
                .max(Comparator.naturalOrder()).orElseThrow();
        if (wait.isPositive()) {
            return Optional.of(wait);
        }
        subjects.forEach(subject -> count(subject, now));
        return Optional.empty();
    }

    private void count(Subject subject, Instant now) {
        Failures known = failures.get(subject.key);
        boolean recent = known != null && known.last.plus(FORGOTTEN_AFTER).isAfter(now);
        put(subject, known != null && recent ? known.count + 1 : 1, now);
    }

    private void takeBack(Subject subject) {
        Failures known = failures.get(subject.key);
        if (known != null && known.count > 1) {
            put(subject, known.count - 1, known.last);
        } else {
            failures.remove(subject.key);
        }
    }

    private void put(Subject subject, int count, Instant last) {
        failures.put(subject.key,
                new Failures(count, last, last.plus(waitAfter(count - subject.free))));
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

    /** A name that nobody can have is counted by its address alone, and not kept. */
    private static List<Subject> subjects(Try login) {
        if (login.knownBrowser.isPresent()) {
            return List.of(ofBrowser(login.knownBrowser.get()));
        }
        return UserName.isValid(login.account)
                ? List.of(ofAccount(login.account), ofOrigin(login.origin))
                : List.of(ofOrigin(login.origin));
    }

    private static Subject ofBrowser(String browser) {
        return new Subject("browser " + browser, ACCOUNT_FREE);
    }

    private static Subject ofAccount(String account) {
        return new Subject("account " + account, ACCOUNT_FREE);
    }

    private static Subject ofOrigin(String origin) {
        return new Subject("address " + origin, ADDRESS_FREE);
    }
}
