package org.gridtorrent.ccm.admin.audit;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.ccm.ui.AccessLabels;
import org.gridtorrent.ccm.ui.FieldLabels;
import org.gridtorrent.ccm.ui.Messages;

/**
 * What an entry of the audit log says besides, for people: without what stands beside it already, quotas and
 * fields in the language that is spoken. Programs have it as it was noted. Safe for use by several threads.
 */
final class AuditDetail {
    /** Of which the detail is whom it is about. */
    private static final Set<AuditKind> ABOUT_SOMEBODY = EnumSet.of(AuditKind.SIGN_IN_FAILED,
            AuditKind.REGISTERED, AuditKind.PASSWORD_CHANGED, AuditKind.CODE_MADE,
            AuditKind.SESSIONS_ENDED);
    private static final Pattern QUOTA = Pattern.compile(
            "((?:\\S+: )?)(?:(\\d+|any number of) data sets, (\\d+|any number of) bytes|as for all)");

    private static final Pattern SETTINGS = Pattern.compile("(?:site-name (.*), )?registration"
            + " (open|invited|closed), audit-days (\\d+), invitation-days (\\d+)");

    private final Messages messages;

    AuditDetail(Messages messages) {
        this.messages = messages;
    }

    String of(AuditEntry entry) {
        String detail = entry.detail();
        return switch (entry.kind()) {
            case PUBLISH_ORDERED -> detail.equals(entry.title()) ? "" : detail;
            case QUOTA_CHANGED -> quota(detail);
            case DESCRIBED, PROFILE_CHANGED -> FieldLabels.of(messages, detail);
            case SHARED, REVOKED -> AccessLabels.of(messages, detail);
            case ROLE_CHANGED -> lastWord(detail, "audit.role.", ": ");
            case GROUP_ROLE_CHANGED -> lastWord(detail, "standing.", " ");
            case TOKEN_MADE -> lastWord(detail, "audit.token.", ", ");
            case SETTINGS_CHANGED -> settings(detail);
            default -> ABOUT_SOMEBODY.contains(entry.kind()) && detail.equals(entry.who())
                    ? ""
                    : detail;
        };
    }

    /** The detail with its last word in the reader's language; as it is where that is not known. */
    private String lastWord(String detail, String keys, String separator) {
        int end = detail.lastIndexOf(separator);
        String key = keys + detail.substring(end + separator.length()).toLowerCase(Locale.ROOT);
        return end < 0 || !messages.has(key)
                ? detail
                : detail.substring(0, end) + ": " + messages.text(key);
    }

    private String settings(String detail) {
        Matcher noted = SETTINGS.matcher(detail);
        if (!noted.matches()) {
            return detail;
        }
        String name = noted.group(1);
        return (name == null ? "" : messages.text("admin.siteName") + ": " + name + "; ")
                + messages.text("audit.settings",
                        messages.text("admin.registration." + noted.group(2)), noted.group(3),
                        noted.group(4));
    }

    private String quota(String detail) {
        Matcher noted = QUOTA.matcher(detail);
        if (!noted.matches()) {
            return detail;
        }
        String datasets = noted.group(2);
        return noted.group(1) + (datasets == null
                ? messages.text("audit.quota.site")
                : messages.text("audit.quota", number(datasets, "audit.quota.any"),
                        bytes(noted.group(3))));
    }

    private String bytes(String noted) {
        return isNumber(noted)
                ? messages.size(Long.parseLong(noted))
                : messages.text("audit.quota.anysize");
    }

    private String number(String noted, String otherwise) {
        return isNumber(noted)
                ? messages.number(Long.parseLong(noted))
                : messages.text(otherwise);
    }

    private static boolean isNumber(String noted) {
        return Character.isDigit(noted.charAt(0));
    }
}
