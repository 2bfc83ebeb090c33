package org.gridtorrent.ccm.ui;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyNotice;

/**
 * What every page shows around its content, and the words and numbers for it.
 *
 * @param csrf the token that every form of this page carries
 * @param root the path below which all pages lie, in front of every link to one: empty, or with a slash in front and
 *     none at its end
 * @param path the page's own path below that, to mark it in the navigation
 * @param pending how many requests and invitations wait for this person's answer
 * @param unseen how many notices this person has not seen
 * @param theme the colours this browser chose
 * @param notice the message key of what was just done
 */
public record Frame(Messages messages, String siteName, Optional<Viewer> viewer, String csrf,
        String root, String path, int pending, int unseen, Theme theme, Optional<String> notice,
        Instant now) {

    public String t(String key, Object... arguments) {
        return messages.text(key, arguments);
    }

    /** What became of a task, and why, as a line of its own. */
    public String reason(TransferLine line) {
        return line.reason().map(why -> messages.line(why, line.awaitsRetry())).orElse("");
    }

    public String t(CopyNotice notice) {
        return messages.text(notice);
    }

    public String count(String key, long count) {
        return messages.count(key, count);
    }

    public boolean at(String prefix) {
        return path.equals(prefix) || path.startsWith(prefix + "/");
    }

    public String tenths(double number) {
        return NumberFormatter.tenths(number);
    }

    public String size(long bytes) {
        return NumberFormatter.size(bytes);
    }

    public String bytes(long bytes) {
        return t("bytes.exact", NumberFormatter.grouped(bytes));
    }

    public String number(long number) {
        return NumberFormatter.grouped(number);
    }

    /** A day, given as in ISO 8601. */
    public String day(String day) {
        return NumberFormatter.date(LocalDate.parse(day).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** As the value of a parameter in an address. */
    public String inAddress(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public String duration(Duration duration) {
        return messages.duration(duration);
    }

    public Language language() {
        return Language.spoken();
    }

    public String minute(Instant instant) {
        return NumberFormatter.minute(instant);
    }

    /** “just now”, “5 minutes ago”, “yesterday”, and from a week on the date. */
    public String ago(Instant instant) {
        long seconds = Duration.between(instant, now).toSeconds();
        if (seconds < 45) {
            return t("ago.now");
        }
        if (seconds < 3600) {
            return count("ago.minutes", Math.max(1, Math.round(seconds / 60.0)));
        }
        if (seconds < 24 * 3600) {
            return count("ago.hours", Math.round(seconds / 3600.0));
        }
        if (seconds < 7 * 86_400) {
            return count("ago.days", Math.round(seconds / 86_400.0));
        }
        return NumberFormatter.date(instant);
    }
}
