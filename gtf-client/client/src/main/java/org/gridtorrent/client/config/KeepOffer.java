package org.gridtorrent.client.config;

import java.util.Locale;
import org.gridtorrent.terminal.ByteSize;

/** What rules for copies may fill of this machine, in bytes, and whether it is always on. */
public record KeepOffer(long bytes, boolean alwaysOn) {
    /** {@link IllegalArgumentException} names the setting that is malformed. */
    public static KeepOffer of(Configuration configuration) {
        return new KeepOffer(bytes(configuration.text(Setting.KEEP_OFFER)),
                yes(configuration.text(Setting.ALWAYS_ON)));
    }

    private static long bytes(String text) {
        try {
            return text.equalsIgnoreCase("off") ? 0 : ByteSize.parse(text).bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Setting.KEEP_OFFER.key() + ": " + e.getMessage(), e);
        }
    }

    private static boolean yes(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException(
                    Setting.ALWAYS_ON.key() + ": '" + text + "' is neither yes nor no");
        };
    }
}
