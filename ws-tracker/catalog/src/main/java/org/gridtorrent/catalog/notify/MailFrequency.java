package org.gridtorrent.catalog.notify;

/** How often somebody wants notices by mail. */
public enum MailFrequency {
    AT_ONCE, DAILY, NEVER
}
