package org.gridtorrent.ccm.site;

import java.time.Duration;
import java.time.InstantSource;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.command.Commands;
import org.gridtorrent.ccm.http.KnownBrowsers;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.ui.Messages;

/**
 * The services that several features use. Each is safe for use by several threads.
 *
 * @param pause between two looks for notices to send and for mail in the outbox
 */
public record SiteServices(CcmOptions options, Catalog catalog, InstantSource clock, Duration pause,
        Messages messages, SiteName siteName, Commands commands, KnownBrowsers browsers,
        Visitors visitors, MailQueue mail) {

    public static SiteServices of(CcmOptions options, Catalog catalog, InstantSource clock,
            Duration pause) {
        var browsers = new KnownBrowsers(catalog.identity().accounts());
        return new SiteServices(options, catalog, clock, pause,
                new Messages(options.announce().isPresent()),
                new SiteName(catalog.site().settings(), options.siteName()),
                Commands.of(catalog), browsers,
                new Visitors(catalog.identity().sessions(), browsers),
                new MailQueue(catalog, options.mail()));
    }

    /** Whether strangers have access to public data sets. */
    public boolean isOpen() {
        return options.announce().isPresent();
    }
}
