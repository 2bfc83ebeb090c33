package org.gridtorrent.ccm.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Objects;
import java.util.ResourceBundle;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.catalog.refusal.ByteCount;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.Field;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.ReasonLanguage;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * The words of the pages in the language that is spoken, from {@code messages.properties} and, for
 * another language than English, a file beside it. Safe for use by several threads.
 */
public final class Messages {
    private final Map<Language, ResourceBundle> bundles = new EnumMap<>(Language.class);
    private final ReasonWords reasons = new ReasonWords();
    private final boolean world;

    /** @param world whether strangers may have what is everybody's */
    public Messages(boolean world) {
        this.world = world;
        for (Language language : Language.values()) {
            bundles.put(language, ResourceBundle.getBundle("org.gridtorrent.ccm.messages",
                    language.locale(), ResourceBundle.Control.getNoFallbackControl(
                            ResourceBundle.Control.FORMAT_PROPERTIES)));
        }
    }

    private ResourceBundle bundle() {
        return Objects.requireNonNull(bundles.get(Language.spoken()));
    }

    /** The message with {0}, {1}… replaced. A key without a message is a mistake in the program. */
    public String text(String key, Object... arguments) {
        try {
            return filled(pattern(key), arguments);
        } catch (MissingResourceException missing) {
            throw new IllegalArgumentException("no message: " + key, missing);
        }
    }

    /** Where strangers may have what is everybody's, words that say so come first. */
    private String pattern(String key) {
        String worlds = key + ".world";
        return bundle().getString(world && bundle().containsKey(worlds) ? worlds : key);
    }

    /** What the catalog refuses; in English what no person was to meet. */
    public String text(CatalogException refused) {
        return refused.translatable()
                .map(words -> text(words.refused().key(),
                        words.details().stream().map(this::detail).toArray()))
                .orElseGet(refused::getMessage);
    }

    /** What became of a task, and why, as part of a sentence. */
    public String text(TaskReason reason) {
        return reason.describe(reasons);
    }

    /** The same; says also that the task failed and is tried again, if so. */
    public String text(TaskReason reason, boolean awaitsRetry) {
        return awaitsRetry ? text("reason.retried", text(reason)) : text(reason);
    }

    /** The same as a line of its own: with a capital letter first, unless it begins with a name. */
    public String line(TaskReason reason, boolean awaitsRetry) {
        String words = text(reason, awaitsRetry);
        boolean isName = words.isEmpty()
                || pattern("reason." + lower(reason.code())).startsWith("{");
        return isName
                ? words
                : words.substring(0, 1).toUpperCase(Language.spoken().locale())
                        + words.substring(1);
    }

    public String text(CopyNotice notice) {
        return text(notice.key(), notice.details().stream()
                .map(detail -> detail instanceof Duration wait ? wait(wait) : detail).toArray());
    }

    /** As it follows "within": a day, 36 hours, 10 minutes. */
    private String wait(Duration wait) {
        if (wait.toSeconds() % Duration.ofDays(1).toSeconds() == 0) {
            return wait(wait.toDays(), "wait.day");
        }
        return wait.toSeconds() % Duration.ofHours(1).toSeconds() == 0
                ? wait(wait.toHours(), "wait.hour")
                : wait(wait.toMinutes(), "wait.minute");
    }

    private String wait(long number, String key) {
        return number == 1 ? text(key) : text(key + "s", number);
    }

    private static String lower(Enum<?> code) {
        return code.name().toLowerCase(Locale.ROOT);
    }

    /** Words of reason codes in the language that is spoken. */
    private final class ReasonWords implements ReasonLanguage {
        @Override
        public String pattern(ReasonCode code, boolean isOne) {
            String key = "reason." + lower(code);
            return Messages.this.pattern(isOne && has(key + ".one") ? key + ".one" : key);
        }

        @Override
        public String bytes(long bytes) {
            return size(bytes);
        }

        @Override
        public String count(long count) {
            return number(count);
        }

        @Override
        public String refusal(String name) {
            String key = "refused." + name.toLowerCase(Locale.ROOT);
            return has(key) ? text(key) : name;
        }
    }

    private Object detail(Object detail) {
        return switch (detail) {
            case Field field -> text(field.key());
            case Duration duration -> duration(duration);
            case ByteCount size -> size(size.bytes());
            default -> detail;
        };
    }

    /** The message for a count: {@code key.one} or {@code key.many}, with {0} the count. */
    public String count(String key, long count) {
        return text(key + (count == 1 ? ".one" : ".many"), NumberFormatter.grouped(count));
    }

    /** 8 s, 3 min 20 s, 2 h 5 min, 3 days. */
    public String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        if (seconds < 48 * 3600) {
            long minutes = seconds % 3600 / 60;
            return seconds / 3600 + " h" + (minutes == 0 ? "" : " " + minutes + " min");
        }
        return text("duration.days", seconds / 86_400);
    }

    public String number(long number) {
        return NumberFormatter.grouped(number);
    }

    public String size(long bytes) {
        return NumberFormatter.size(bytes);
    }

    public String minute(Instant instant) {
        return NumberFormatter.minute(instant);
    }

    public boolean has(String key) {
        return bundle().containsKey(key);
    }

    /** Placeholders in an argument's own text are left alone: each is replaced once, in one pass. */
    private static String filled(String pattern, Object... arguments) {
        StringBuilder text = new StringBuilder(pattern.length() + 32);
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean placeholder = c == '{' && i + 2 < pattern.length()
                    && Character.isDigit(pattern.charAt(i + 1)) && pattern.charAt(i + 2) == '}';
            if (placeholder) {
                text.append(arguments[pattern.charAt(i + 1) - '0']);
                i += 2;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
