package org.gridtorrent.client.gateway;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which browser may use which origin of the gateway, a data set's or that of drafts: a one-time code in an opened address becomes a cookie. Thread-safe; nothing
 * outlives the process.
 */
final class GatewaySessions {
    private static final Duration CODE_LIFE = Duration.ofMinutes(2);
    private static final Duration SESSION_LIFE = Duration.ofHours(24);
    private static final int MAX_ENTRIES = 1000;
    private static final int SECRET_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final Map<String, Grant> codes = new LinkedHashMap<>();
    private final Map<String, Grant> sessions = new LinkedHashMap<>();

    private record Grant(String origin, long endMs) {}

    GatewaySessions(InstantSource clock) {
        this.clock = clock;
    }

    /** A code that opens the origin once, soon. */
    synchronized String newCode(String origin) {
        return add(codes, origin, CODE_LIFE);
    }

    /** The cookie for a code; empty for one that is unknown, used, too old or of another origin. */
    synchronized Optional<String> redeem(String code, String origin) {
        return isValid(codes.remove(code), origin)
                ? Optional.of(add(sessions, origin, SESSION_LIFE))
                : Optional.empty();
    }

    synchronized boolean admits(String cookie, String origin) {
        return isValid(sessions.get(cookie), origin);
    }

    private boolean isValid(@Nullable Grant grant, String origin) {
        return grant != null && grant.origin.equals(origin) && clock.millis() < grant.endMs;
    }

    /** In place of the oldest when there are too many. */
    private String add(Map<String, Grant> grants, String origin, Duration life) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        if (grants.size() >= MAX_ENTRIES) {
            grants.remove(grants.keySet().iterator().next());
        }
        grants.put(text, new Grant(origin, clock.millis() + life.toMillis()));
        return text;
    }
}
