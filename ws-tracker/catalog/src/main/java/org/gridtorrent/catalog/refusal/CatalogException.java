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
    private final transient Optional<Message> translatable;

    /**
     * A message to users, in any language.
     *
     * @param details numbers, texts that somebody typed, {@link Field}s, {@link ByteCount}s and durations
     */
    public record Message(Refused refused, List<Object> details) {
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
                case ByteCount size -> size.english();
                case Duration duration -> Durations.english(duration);
                default -> detail.toString();
            };
        }
    }

    private CatalogException(Reason reason, String message) {
        super(message);
        this.reason = reason;
        this.message = message;
        this.translatable = Optional.empty();
    }

    private CatalogException(Reason reason, Message translatable) {
        super(translatable.english());
        this.reason = reason;
        this.message = translatable.english();
        this.translatable = Optional.of(translatable);
    }

    public static CatalogException invalid(Refused refused, Object... details) {
        return new CatalogException(Reason.INVALID, new Message(refused, List.of(details)));
    }

    public static CatalogException conflict(Refused refused, Object... details) {
        return new CatalogException(Reason.CONFLICT, new Message(refused, List.of(details)));
    }

    public static CatalogException lastCopy(Duration heard) {
        return new CatalogException(Reason.LAST_COPY,
                new Message(Refused.LAST_COPY, List.of(heard)));
    }

    public static CatalogException busy(Refused refused) {
        return new CatalogException(Reason.BUSY, new Message(refused, List.of()));
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

    /** Returns the message for other languages; empty for refusals that no user meets. */
    public Optional<Message> translatable() {
        return translatable;
    }

    /** Never null, unlike that of exceptions in general. */
    @Override
    public String getMessage() {
        return message;
    }
}
