package org.gridtorrent.ccm;

import jakarta.servlet.ServletContext;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.account.AccountModule;
import org.gridtorrent.ccm.admin.AdminModule;
import org.gridtorrent.ccm.admin.audit.AuditModule;
import org.gridtorrent.ccm.admin.backup.BackupModule;
import org.gridtorrent.ccm.admin.outbox.OutboxModule;
import org.gridtorrent.ccm.dataset.DatasetModule;
import org.gridtorrent.ccm.device.DeviceModule;
import org.gridtorrent.ccm.help.HelpModule;
import org.gridtorrent.ccm.home.HomeModule;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.people.PeopleModule;
import org.gridtorrent.ccm.publish.PublishModule;
import org.gridtorrent.ccm.report.ReportModule;
import org.gridtorrent.ccm.search.SearchModule;
import org.gridtorrent.ccm.search.subscription.SubscriptionModule;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.ccm.site.SiteServices;
import org.gridtorrent.ccm.transfer.TransferModule;
import org.gridtorrent.metainfo.address.ServerUri;

/** The pages and the REST interface, in any servlet container. */
public final class CcmApp {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SiteServices site;

    public CcmApp(CcmOptions options, Catalog catalog) {
        this(options, catalog, InstantSource.system());
    }

    public CcmApp(CcmOptions options, Catalog catalog, InstantSource clock) {
        this(options, catalog, clock, PAUSE);
    }

    /** @param pause between two looks for notices to send and for mail in the outbox */
    CcmApp(CcmOptions options, Catalog catalog, InstantSource clock, Duration pause) {
        this.site = SiteServices.of(options, catalog, clock, pause);
    }

    /** Returns the address at which a user chooses a password by the secret of a one-time link. */
    public static URI passwordLink(URI pagesUrl, String secret) {
        return ServerUri.below(pagesUrl, "/setup?code=" + secret);
    }

    /** Adds filter and servlets to an application that is just starting, at the path of the pages' address. */
    public void start(ServletContext context) {
        new CcmServlets(site, features()).addTo(context);
    }

    private List<FeatureModule> features() {
        return List.of(new HomeModule(site), new AccountModule(site), new DeviceModule(site),
                new SearchModule(site), new HelpModule(), new SubscriptionModule(site),
                new PublishModule(site),
                new DatasetModule(site), new TransferModule(site), new PeopleModule(site),
                new ReportModule(site), new AdminModule(site), new AuditModule(site),
                new BackupModule(site), new OutboxModule(site));
    }
}
