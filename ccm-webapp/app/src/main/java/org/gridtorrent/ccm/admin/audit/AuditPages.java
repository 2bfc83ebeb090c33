package org.gridtorrent.ccm.admin.audit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditLog;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Csv;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Form;
import org.gridtorrent.ccm.ui.Messages;

/** The audit log: all of it for administrators, of others what they did themselves. */
public final class AuditPages {
    private static final int ENTRIES = 100;
    private static final int MOST = 100_000;
    private static final List<String> FIELDS = List.of("person", "kind", "dataset", "from", "to");

    private final AuditLog log;
    private final Messages messages;
    private final AuditDetail detail;

    public AuditPages(AuditLog log, Messages messages) {
        this.log = log;
        this.messages = messages;
        this.detail = new AuditDetail(messages);
    }

    public Reply all(Exchange exchange) {
        Form form = exchange.form();
        Optional<AuditQuery> wanted = wanted(form);
        int page = exchange.page();
        ResultPage<AuditEntry> entries = wanted
                .map(found -> log.find(found, (page - 1) * ENTRIES, ENTRIES))
                .orElse(new ResultPage<>(List.of(), false));
        return new Reply.Html(wanted.isPresent() ? 200 : 422, "adminaudit",
                Map.of("form", form, "view", view(entries, query(form), page)));
    }

    public Reply own(Exchange exchange) {
        int page = exchange.page();
        return Reply.html("accountactivity", Map.of("view", view(
                log.find(AuditQuery.of(exchange.viewer().name()), (page - 1) * ENTRIES, ENTRIES),
                "",
                page)));
    }

    /** In English, for programs; the latest where there are more than a file takes. */
    public Reply file(Exchange exchange) {
        Optional<AuditQuery> wanted = wanted(exchange.form());
        if (wanted.isEmpty()) {
            return all(exchange);
        }
        var csv = new Csv("time", "who", "what", "data set", "title", "detail", "way", "token",
                "address");
        for (AuditEntry entry : log.find(wanted.get(), 0, MOST).items()) {
            csv.line(entry.at(), entry.who(), lower(entry.kind()), entry.contentId(),
                    entry.title(), entry.detail(), lower(entry.way()), entry.token(),
                    entry.origin());
        }
        return csv.download("audit.csv");
    }

    /** Empty when a day is none, which the form then says. */
    private Optional<AuditQuery> wanted(Form form) {
        Optional<AuditQuery> wanted = new AuditSearch(form.value("person"), form.value("kind"),
                form.value("dataset"), form.value("from"), form.value("to")).wanted();
        if (wanted.isEmpty()) {
            form.error("", messages.text("audit.day.wrong"));
        }
        return wanted;
    }

    private AuditView view(ResultPage<AuditEntry> entries, String query, int page) {
        return new AuditView(entries.items().stream().map(this::line).toList(),
                Arrays.stream(AuditKind.values()).map(kind -> new AuditView.Kind(kind.name(),
                        words(kind))).toList(),
                query, page, entries.more());
    }

    private AuditView.Line line(AuditEntry entry) {
        String way = messages.text("audit.way." + lower(entry.way()));
        return new AuditView.Line(entry.at(), entry.who(), words(entry.kind()),
                entry.title().isEmpty() ? entry.contentId() : entry.title(), detail.of(entry),
                entry.token().isEmpty() ? way : way + ": " + entry.token(), entry.origin());
    }

    private String words(AuditKind kind) {
        return messages.text("audit.kind." + lower(kind));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String query(Form form) {
        var query = new StringJoiner("&");
        for (String field : FIELDS) {
            if (!form.value(field).isEmpty()) {
                query.add(field + "="
                        + URLEncoder.encode(form.value(field), StandardCharsets.UTF_8));
            }
        }
        return query.toString();
    }
}
