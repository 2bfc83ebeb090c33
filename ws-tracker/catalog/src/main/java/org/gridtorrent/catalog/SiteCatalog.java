package org.gridtorrent.catalog;

import org.gridtorrent.catalog.account.Administrators;
import org.gridtorrent.catalog.account.Quotas;
import org.gridtorrent.catalog.account.Settings;
import org.gridtorrent.catalog.audit.AuditLog;
import org.gridtorrent.catalog.statistics.Statistics;

/** Settings and administration of the site. */
public record SiteCatalog(Settings settings, Administrators administrators, Quotas quotas,
        AuditLog auditLog, Statistics statistics) {}
