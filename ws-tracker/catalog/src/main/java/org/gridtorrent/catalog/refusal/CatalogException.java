package org.gridtorrent.catalog.refusal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A refusal by the catalog's rules; its message is a sentence that a person may read. */
public final class CatalogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * INVALID: the request itself is wrong. CONFLICT: it contradicts what is recorded. FENCED: it
     * comes from a daemon, or an attempt, that another has taken the place of. LAST_COPY: nobody else
     * would have the content then; it is done when it is forced. BUSY: too many ask for it at once.
     */
    public enum Reason {
        INVALID, CONFLICT, FENCED, LAST_COPY, BUSY
    }

    private final Reason reason;
    private final String message;
    private final transient Optional<Words> words;

    /**
     * What is refused to people.
     *
     * @param details numbers, texts that somebody typed, {@link Field}s, {@link Size}s and durations
     */
    public record Words(Refused refused, List<Object> details) {
        private String english() {
            String text = refused.english();
            for (int i = details.size() - 1; i >= 0; i--) {
                text = text.replace("{" + i + "}", english(details.get(i)));
            }
            return text;
        }

        private static String english(Object detail) {
            return switch (detail) {
                case Field field -> field.english();
                case Size size -> size.english();
                case Duration duration -> Durations.english(duration);
                default -> detail.toString();
            };
        }
    }

    private CatalogException(Reason reason, String message) {
        super(message);
        this.reason = reason;
        this.message = message;
        this.words = Optional.empty();
    }

    private CatalogException(Reason reason, Words words) {
        super(words.english());
        this.reason = reason;
        this.message = words.english();
        this.words = Optional.of(words);
    }

    public static CatalogException invalid(Refused refused, Object... details) {
        return new CatalogException(Reason.INVALID, new Words(refused, List.of(details)));
    }

    public static CatalogException conflict(Refused refused, Object... details) {
        return new CatalogException(Reason.CONFLICT, new Words(refused, List.of(details)));
    }

    public static CatalogException lastCopy(Duration heard) {
        return new CatalogException(Reason.LAST_COPY,
                new Words(Refused.LAST_COPY, List.of(heard)));
    }

    public static CatalogException busy(Refused refused) {
        return new CatalogException(Reason.BUSY, new Words(refused, List.of()));
    }

    /** To a machine or an operator, in English. */
    public static CatalogException invalid(String message) {
        return new CatalogException(Reason.INVALID, message);
    }

    /** To a machine or an operator, in English. */
    public static CatalogException conflict(String message) {
        return new CatalogException(Reason.CONFLICT, message);
    }

    public static CatalogException fenced(String message) {
        return new CatalogException(Reason.FENCED, message);
    }

    public Reason reason() {
        return reason;
    }

    /** By which it is said in other languages; empty for what no person is refused. */
    public Optional<Words> words() {
        return words;
    }

    /** Never null, unlike that of exceptions in general. */
    @Override
    public String getMessage() {
        return message;
    }
}
