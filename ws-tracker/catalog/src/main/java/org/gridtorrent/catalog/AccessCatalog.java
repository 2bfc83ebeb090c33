package org.gridtorrent.catalog;

import org.gridtorrent.catalog.access.AccessExpiry;
import org.gridtorrent.catalog.access.AccessGrants;
import org.gridtorrent.catalog.access.AccessReport;
import org.gridtorrent.catalog.access.Revocations;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.dataset.ContentAuthorization;

/** Who may read which data set. */
public record AccessCatalog(ContentAuthorization authorization, AccessGrants grants,
        AccessExpiry expiry, Revocations revocations, AccessReport report,
        SharedWithMe sharedWithMe) {}
