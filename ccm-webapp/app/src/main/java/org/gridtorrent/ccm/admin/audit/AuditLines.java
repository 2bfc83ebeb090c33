package org.gridtorrent.ccm.admin.audit;

import java.util.Map;
import java.util.TreeMap;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.rest.PageParameter;
import org.gridtorrent.ccm.rest.ResponseJson;

/** Entries of the audit log as they go out. */
final class AuditLines {
    static final int MOST = 100;

    private AuditLines() {}

    static Map<String, ?> json(ResultPage<AuditEntry> entries) {
        return PageParameter.list("entries", entries, AuditLines::line);
    }

    private static Map<String, ?> line(AuditEntry entry) {
        Map<String, String> json = new TreeMap<>();
        json.put("at", entry.at().toString());
        json.put("user", entry.who());
        json.put("kind", ResponseJson.lower(entry.kind()));
        json.put("way", ResponseJson.lower(entry.way()));
        json.put("token", entry.token());
        json.put("origin", entry.origin());
        json.put("datasetId", entry.contentId());
        json.put("title", entry.title());
        json.put("detail", entry.detail());
        return json;
    }
}
