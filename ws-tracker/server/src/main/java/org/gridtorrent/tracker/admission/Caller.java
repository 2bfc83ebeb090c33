package org.gridtorrent.tracker.admission;

import java.security.cert.X509Certificate;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.identity.DeviceName;

/**
 * An enrolled device on the line, checked against the site's authority and the catalog.
 *
 * @param overdue the certificate is out of its time, so that it is good for renewal only
 */
public record Caller(DeviceName device, Account account, X509Certificate certificate,
        boolean overdue) {}
