package org.gridtorrent.ccm;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.account.AccountPages;
import org.gridtorrent.ccm.account.AccountResource;
import org.gridtorrent.ccm.account.InvitedPages;
import org.gridtorrent.ccm.account.LoginAttempts;
import org.gridtorrent.ccm.account.LoginThrottle;
import org.gridtorrent.ccm.account.MailPages;
import org.gridtorrent.ccm.account.OwnQuotaResource;
import org.gridtorrent.ccm.account.PasswordPolicy;
import org.gridtorrent.ccm.account.ProfilePages;
import org.gridtorrent.ccm.account.ProfileResource;
import org.gridtorrent.ccm.account.SetupPages;
import org.gridtorrent.ccm.admin.AdminGroupPages;
import org.gridtorrent.ccm.admin.AdminInvitationResource;
import org.gridtorrent.ccm.admin.AdminOnly;
import org.gridtorrent.ccm.admin.AdminResource;
import org.gridtorrent.ccm.admin.Health;
import org.gridtorrent.ccm.admin.HealthPages;
import org.gridtorrent.ccm.admin.InvitationPages;
import org.gridtorrent.ccm.admin.OutboxPages;
import org.gridtorrent.ccm.admin.OutboxResource;
import org.gridtorrent.ccm.admin.QuotaResource;
import org.gridtorrent.ccm.admin.SettingPages;
import org.gridtorrent.ccm.admin.SiteGroupResource;
import org.gridtorrent.ccm.admin.UserPages;
import org.gridtorrent.ccm.admin.audit.AuditPages;
import org.gridtorrent.ccm.admin.audit.AuditResource;
import org.gridtorrent.ccm.admin.audit.OwnActivityResource;
import org.gridtorrent.ccm.admin.backup.BackupJob;
import org.gridtorrent.ccm.admin.backup.BackupPages;
import org.gridtorrent.ccm.admin.backup.BackupResource;
import org.gridtorrent.ccm.dataset.ActivityResource;
import org.gridtorrent.ccm.dataset.DatasetPages;
import org.gridtorrent.ccm.dataset.DatasetResource;
import org.gridtorrent.ccm.dataset.ExportPages;
import org.gridtorrent.ccm.dataset.FilePages;
import org.gridtorrent.ccm.dataset.MetadataPages;
import org.gridtorrent.ccm.dataset.MetadataResource;
import org.gridtorrent.ccm.dataset.OwnerPages;
import org.gridtorrent.ccm.dataset.StockClients;
import org.gridtorrent.ccm.dataset.TorrentResource;
import org.gridtorrent.ccm.dataset.access.AccessPages;
import org.gridtorrent.ccm.dataset.access.AccessResource;
import org.gridtorrent.ccm.dataset.cite.CitationFactory;
import org.gridtorrent.ccm.dataset.cite.CitationResource;
import org.gridtorrent.ccm.dataset.copies.CopyPages;
import org.gridtorrent.ccm.dataset.copies.CopyResource;
import org.gridtorrent.ccm.dataset.copies.ReplicaPages;
import org.gridtorrent.ccm.dataset.copies.ReplicaResource;
import org.gridtorrent.ccm.dataset.file.Comparisons;
import org.gridtorrent.ccm.dataset.file.DownloadResource;
import org.gridtorrent.ccm.dataset.file.Downloads;
import org.gridtorrent.ccm.dataset.file.FileResource;
import org.gridtorrent.ccm.dataset.file.Manifests;
import org.gridtorrent.ccm.dataset.file.MetalinkResource;
import org.gridtorrent.ccm.dataset.file.Metalinks;
import org.gridtorrent.ccm.dataset.tab.DatasetTabs;
import org.gridtorrent.ccm.dataset.version.VersionPages;
import org.gridtorrent.ccm.dataset.version.VersionResource;
import org.gridtorrent.ccm.device.BrowsePages;
import org.gridtorrent.ccm.device.DevicePages;
import org.gridtorrent.ccm.device.DeviceResource;
import org.gridtorrent.ccm.home.HomePages;
import org.gridtorrent.ccm.home.LookPages;
import org.gridtorrent.ccm.home.SharedPages;
import org.gridtorrent.ccm.http.Cookies;
import org.gridtorrent.ccm.http.Frames;
import org.gridtorrent.ccm.http.Guard;
import org.gridtorrent.ccm.http.KnownBrowsers;
import org.gridtorrent.ccm.http.OrderLog;
import org.gridtorrent.ccm.http.PagesServlet;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.http.StaticFiles;
import org.gridtorrent.ccm.http.Visitors;
import org.gridtorrent.ccm.mail.MailQueue;
import org.gridtorrent.ccm.mail.NoticeScheduler;
import org.gridtorrent.ccm.mail.OutboxSender;
import org.gridtorrent.ccm.people.BuddyPages;
import org.gridtorrent.ccm.people.BuddyResource;
import org.gridtorrent.ccm.people.GroupInvitationPages;
import org.gridtorrent.ccm.people.GroupInvitationResource;
import org.gridtorrent.ccm.people.GroupPages;
import org.gridtorrent.ccm.people.GroupResource;
import org.gridtorrent.ccm.people.InboxPages;
import org.gridtorrent.ccm.people.InboxResource;
import org.gridtorrent.ccm.people.MemberPages;
import org.gridtorrent.ccm.people.PeopleResource;
import org.gridtorrent.ccm.people.invitation.Invites;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.publish.DraftPages;
import org.gridtorrent.ccm.publish.PublishPages;
import org.gridtorrent.ccm.report.ReportFiles;
import org.gridtorrent.ccm.report.ReportPages;
import org.gridtorrent.ccm.report.ReportResource;
import org.gridtorrent.ccm.report.RevocationPages;
import org.gridtorrent.ccm.rest.Caller;
import org.gridtorrent.ccm.rest.OpenApiResource;
import org.gridtorrent.ccm.rest.RestServlet;
import org.gridtorrent.ccm.search.SearchPages;
import org.gridtorrent.ccm.search.subscription.NoticePages;
import org.gridtorrent.ccm.search.subscription.SubscriptionPages;
import org.gridtorrent.ccm.search.subscription.SubscriptionResource;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.ccm.site.SiteName;
import org.gridtorrent.ccm.transfer.TaskResource;
import org.gridtorrent.ccm.transfer.TransferPages;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Templates;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.metainfo.address.ServerUri;

/** Puts the pages and the REST interface together, in any servlet container. */
public final class CcmApp {
    /** Between two looks for news to tell and for mail to send. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final CcmOptions options;
    private final Catalog catalog;
    private final InstantSource clock;
    private final Duration pause;
    private final OrderLog orders;
    private final SiteName siteName;
    private final Messages messages;
    private final Manifests manifests;
    private final Comparisons comparisons;
    private final CitationFactory works;
    private final StockClients stock;
    private final MailQueue post;
    private final KnownBrowsers browsers;
    private final Downloads downloads;
    private final Metalinks metalinks;
    private final Optional<BackupJob> backupRun;

    public CcmApp(CcmOptions options, Catalog catalog) {
        this(options, catalog, InstantSource.system());
    }

    public CcmApp(CcmOptions options, Catalog catalog, InstantSource clock) {
        this(options, catalog, clock, PAUSE);
    }

    /** @param pause between two looks for news to tell and for mail to send */
    CcmApp(CcmOptions options, Catalog catalog, InstantSource clock, Duration pause) {
        this.options = options;
        this.catalog = catalog;
        this.clock = clock;
        this.pause = pause;
        this.messages = new Messages(options.announce().isPresent());
        this.siteName = new SiteName(catalog.settings(), options.siteName());
        this.orders = new OrderLog(catalog.accounts());
        this.manifests = new Manifests(catalog.contents());
        this.comparisons = new Comparisons(manifests);
        this.works = new CitationFactory(catalog.descriptions(), catalog.versions(), manifests,
                messages,
                siteName, options.pagesUrl());
        this.stock = new StockClients(manifests, options.announce());
        this.browsers = new KnownBrowsers(catalog.accounts());
        this.post = new MailQueue(catalog, options.mail());
        this.downloads = new Downloads(catalog.contents(), manifests, options.files(), messages,
                clock);
        this.metalinks = new Metalinks(manifests, catalog.replicas(), downloads, messages,
                options.pagesUrl());
        this.backupRun = options.backups().map(each -> new BackupJob(each, catalog.settings()));
    }

    /** Where somebody chooses a password by the secret of a one-time link. */
    public static URI passwordLink(URI pagesUrl, String secret) {
        return ServerUri.below(pagesUrl, "/setup?code=" + secret);
    }

    /** Adds filter and servlets to an application that is just starting, at the path of the pages' address. */
    public void start(ServletContext context) {
        if (!context.getContextPath().equals(options.root())) {
            throw new IllegalStateException("the pages are at the path '"
                    + context.getContextPath() + "' of their container, and their address is "
                    + options.pagesUrl() + "; both have to have the same path");
        }
        boolean https = "https".equals(options.pagesUrl().getScheme());
        context.setRequestCharacterEncoding("UTF-8"); // browsers do not say it of forms
        context.addFilter("guard", new Guard(hosts(), https))
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
        var api = context.addServlet("api", api());
        api.setInitParameter("hide-service-list-page", "true");
        api.addMapping("/api/*");
        var visitors = new Visitors(catalog.sessions(), browsers);
        var frames = new Frames(messages, siteName, siteName::last, clock,
                viewer -> catalog.inbox().count(viewer.id()),
                viewer -> catalog.notices().unseen(viewer.id()), options.root());
        context.addServlet("pages",
                new PagesServlet(visitors, frames, new Cookies(https, options.root()),
                        new Templates(), pages(visitors)))
                .addMapping("/");
        context.addServlet("background", new Background(
                new NoticeScheduler(catalog, options.mail().isPresent(), pause),
                options.mail().map(server -> new OutboxSender(catalog, messages, siteName,
                        options.pagesUrl(), server, pause))))
                .setLoadOnStartup(1);
    }

    /** What works beside the pages, as long as they are there. No address leads to it. */
    private static final class Background extends GenericServlet {
        private static final long serialVersionUID = 1L;
        private final transient NoticeScheduler notices;
        private final transient Optional<OutboxSender> mail;

        Background(NoticeScheduler notices, Optional<OutboxSender> mail) {
            this.notices = notices;
            this.mail = mail;
        }

        @Override
        public void init() {
            notices.start();
            mail.ifPresent(OutboxSender::start);
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) {
            throw new IllegalStateException("no address leads here");
        }

        @Override
        public void destroy() {
            notices.close();
            mail.ifPresent(OutboxSender::close);
        }
    }

    /** Whether strangers have access to public data sets. */
    private boolean isOpen() {
        return options.announce().isPresent();
    }

    /** The names in the address bar: the site's own, those allowed besides, and this machine. */
    private Set<String> hosts() {
        Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "::1"));
        hosts.addAll(options.hosts());
        ServerUri.host(options.pagesUrl()).ifPresent(hosts::add);
        return hosts;
    }

    private Routes pages(Visitors visitors) {
        var routes = new Routes();
        routes.getOpen("/static/{name}", new StaticFiles()::serve)
                .getOpen("/.well-known/gridtorrent", _ -> wellKnown())
                .getOpen("/health", _ -> health());
        routes.postOpen("/look", new LookPages(catalog.mailAddresses())::choose);
        accountPages(routes, visitors);
        var home = new HomePages(catalog, clock);
        routes.getOpen("/", home::home).get("/my-data", home::mine)
                .get("/my-data/shared",
                        new SharedPages(catalog.received(), catalog.versions())::show)
                .get("/search", new SearchPages(catalog.search(), catalog.versions(),
                        messages)::search);
        var machines = new DevicePages(catalog, orders, messages, options.pagesUrl(),
                options.caCertificate(), clock);
        routes.get("/machines", machines::list).post("/machines", machines::newCode)
                .get("/machines/{id}", machines::show)
                .post("/machines/{id}/limits", machines::limit)
                .post("/machines/{id}/withdraw", machines::withdraw);
        var publish = new PublishPages(catalog, orders, messages, isOpen(), clock);
        routes.get("/publish", publish::form).post("/publish", publish::publish)
                .get("/publish/review", publish::review)
                .get("/publish/folders", publish::folders)
                .get("/publish/browse", new BrowsePages(catalog, clock)::browse);
        var drafts = new DraftPages(catalog.drafts(), clock);
        routes.post("/publish/draft", drafts::keep)
                .post("/publish/drafts/delete", drafts::delete);
        datasetPages(routes);
        var transfers = new TransferPages(catalog, clock, orders);
        routes.get("/transfers", transfers::list).get("/transfers/{id}/live", transfers::live)
                .post("/transfers/{id}/cancel", transfers::cancel)
                .post("/transfers/{id}/pause", transfers::pause)
                .post("/transfers/{id}/resume", transfers::resume)
                .post("/transfers/{id}/retry", transfers::retry);
        groupPages(routes);
        buddyPages(routes);
        reportPages(routes);
        adminPages(routes);
        return routes;
    }

    private void accountPages(Routes routes, Visitors visitors) {
        var tries = new LoginAttempts(catalog.accounts(), browsers, new LoginThrottle(clock),
                messages);
        var passwords = new PasswordPolicy(siteName, messages);
        var accounts = new AccountPages(catalog, visitors, tries, post, passwords, messages);
        routes.getOpen("/register", accounts::registerForm)
                .postOpen("/register", accounts::register)
                .getOpen("/login", accounts::loginForm).postOpen("/login", accounts::login)
                .postOpen("/logout", accounts::logout);
        var setup = new SetupPages(catalog.passwordLinks(), visitors, passwords, messages);
        routes.getOpen("/setup", setup::form).postOpen("/setup", setup::choose);
        var mail = new MailPages(catalog.mailAddresses(), post, tries, messages);
        routes.getOpen("/forgotten", mail::forgottenForm).postOpen("/forgotten", mail::forgotten)
                .getOpen("/setup/mail", mail::confirmForm).postOpen("/setup/mail", mail::confirm)
                .post("/account/confirm", mail::again);
        var invited = new InvitedPages(catalog, visitors, tries, post, passwords, messages);
        routes.getOpen("/setup/invitation", invited::form)
                .postOpen("/setup/invitation", invited::register)
                .post("/setup/invitation/join", invited::join);
        var profile = new ProfilePages(catalog, visitors, tries, post, passwords, orders,
                messages);
        routes.get("/account", profile::show).post("/account/profile", profile::changeProfile)
                .post("/account/notices", profile::changePace)
                .post("/account/password", profile::changePassword)
                .post("/account/sessions/{id}/end", profile::endStay)
                .post("/account/sessions/end-others", profile::endOtherStays)
                .post("/account/tokens", profile::makeToken)
                .post("/account/tokens/{id}/revoke", profile::revokeToken);
    }

    private void datasetPages(Routes routes) {
        var tabs = new DatasetTabs(catalog, downloads, messages, isOpen());
        var datasets = new DatasetPages(catalog, tabs, manifests, works, stock, orders, messages,
                clock, options.pagesUrl());
        routes.getAjar("/datasets/{id}", datasets::show).post("/datasets/{id}/get", datasets::get);
        var files = new FilePages(tabs, manifests, works, downloads, messages);
        routes.get("/datasets/{id}/files", files::files)
                .get("/datasets/{id}/file", files::file)
                .get("/datasets/{id}/metadata", files::metadata);
        var metadata = new MetadataPages(catalog, tabs, messages);
        routes.get("/datasets/{id}/edit", metadata::form)
                .post("/datasets/{id}/edit", metadata::change);
        var exports = new ExportPages(tabs, works, stock, metalinks);
        routes.getAjar("/datasets/{id}/cite/{format}", exports::cite)
                .getAjar("/datasets/{id}/torrent", exports::torrent)
                .getAjar("/datasets/{id}/metalink", exports::metalink);
        var copies = new CopyPages(catalog, tabs, manifests, orders, messages, clock);
        routes.get("/datasets/{id}/copies", copies::show)
                .post("/datasets/{id}/copies", copies::keep);
        var replicas = new ReplicaPages(catalog.replicas(), tabs, copies, orders, messages);
        routes.post("/datasets/{id}/replicas", replicas::add)
                .post("/datasets/{id}/replicas/remove", replicas::remove)
                .post("/datasets/{id}/replicas/check", replicas::checkAgain);
        var access = new AccessPages(catalog, tabs, orders, messages);
        routes.get("/datasets/{id}/access", access::form)
                .post("/datasets/{id}/access", access::change);
        var versions = new VersionPages(catalog, tabs, comparisons, orders, messages,
                isOpen(), clock);
        routes.get("/datasets/{id}/versions", versions::show)
                .get("/datasets/{id}/versions/new", versions::form)
                .post("/datasets/{id}/versions/new", versions::publish);
        var owner = new OwnerPages(catalog, tabs, access, orders, messages);
        routes.get("/datasets/{id}/activity", owner::activity)
                .post("/datasets/{id}/ends", owner::ends)
                .post("/datasets/{id}/withdraw", owner::withdraw)
                .post("/datasets/{id}/delete", owner::discard);
    }

    private void groupPages(Routes routes) {
        var groups = new GroupPages(catalog, invites(), messages);
        var invitations = new GroupInvitationPages(catalog, invites(), groups, messages);
        routes.post("/groups/{id}/invitations", invitations::invite)
                .post("/groups/{id}/invitations/again", invitations::again)
                .post("/groups/{id}/invitations/withdraw", invitations::withdraw);
        routes.get("/groups", groups::list).post("/groups", groups::create)
                .get("/groups/new", groups::newForm).get("/groups/{id}", groups::show)
                .get("/groups/{id}/edit", groups::editForm)
                .post("/groups/{id}/edit", groups::describe)
                .get("/groups/{id}/delete", groups::deleteForm)
                .post("/groups/{id}/delete", groups::delete);
        var members = new MemberPages(catalog, groups, messages);
        routes.get("/groups/{id}/people", members::candidates)
                .post("/groups/{id}/invite", members::invite)
                .post("/groups/{id}/request", members::request)
                .post("/groups/{id}/accept", members::accept)
                .post("/groups/{id}/decline", members::decline)
                .post("/groups/{id}/withdraw", members::withdraw)
                .post("/groups/{id}/leave", members::leave)
                .post("/groups/{id}/remove", members::remove)
                .post("/groups/{id}/role", members::changeRole);
    }

    private void adminPages(Routes routes) {
        var users = new UserPages(catalog, messages, options.pagesUrl());
        routes.get("/admin", AdminOnly.of(_ -> new Reply.SeeOther("/admin/users")))
                .get("/admin/users", AdminOnly.of(users::list))
                .get("/admin/users/{id}", AdminOnly.of(users::show))
                .post("/admin/users/{id}/disable", AdminOnly.of(users::disable))
                .post("/admin/users/{id}/enable", AdminOnly.of(users::enable))
                .post("/admin/users/{id}/role", AdminOnly.of(users::role))
                .post("/admin/users/{id}/link", AdminOnly.of(users::link))
                .post("/admin/users/{id}/quota", AdminOnly.of(users::quota))
                .post("/admin/users/{id}/end-sessions", AdminOnly.of(users::endSessions));
        var groups = new AdminGroupPages(catalog, messages);
        routes.get("/admin/groups", AdminOnly.of(groups::list))
                .get("/admin/groups/{id}", AdminOnly.of(groups::show))
                .post("/admin/groups/{id}/hand-over", AdminOnly.of(groups::handOver))
                .post("/admin/groups/{id}/delete", AdminOnly.of(groups::delete));
        var audit = new AuditPages(catalog.auditLog(), messages);
        routes.get("/admin/audit", AdminOnly.of(audit::all))
                .get("/admin/audit/csv", AdminOnly.of(audit::file))
                .get("/account/activity", audit::own);
        var outbox = new OutboxPages(catalog, post, messages);
        routes.get("/admin/mail", AdminOnly.of(outbox::show))
                .get("/admin/mail/list", AdminOnly.of(outbox::list))
                .post("/admin/mail", AdminOnly.of(outbox::test));
        var invitations = new InvitationPages(catalog, invites(), messages);
        routes.get("/admin/invitations", AdminOnly.of(invitations::show))
                .post("/admin/invitations", AdminOnly.of(invitations::invite))
                .post("/admin/invitations/again", AdminOnly.of(invitations::again))
                .post("/admin/invitations/withdraw", AdminOnly.of(invitations::withdraw));
        var backups = new BackupPages(backupRun);
        routes.get("/admin/backup", AdminOnly.of(backups::show))
                .get("/admin/backup/live", AdminOnly.of(backups::live))
                .post("/admin/backup", AdminOnly.of(backups::make))
                .post("/admin/backup/delete", AdminOnly.of(backups::delete));
        var health = new HealthPages(siteHealth());
        routes.get("/admin/health", AdminOnly.of(health::show));
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put("admin.site", options.siteName());
        fixed.put("admin.pages", options.pagesUrl().toString());
        fixed.put("admin.tracker", options.trackerUrl().toString());
        options.announce().ifPresent(at -> fixed.put("admin.announce", at.toString()));
        var settings = new SettingPages(catalog.settings(), catalog.quotas(), fixed,
                messages);
        routes.get("/admin/settings", AdminOnly.of(settings::form))
                .post("/admin/settings", AdminOnly.of(settings::change))
                .post("/admin/settings/quota", AdminOnly.of(settings::changeQuota));
    }

    private Invites invites() {
        return new Invites(catalog, post, options.pagesUrl());
    }

    private Health siteHealth() {
        return new Health(catalog, new Health.Place(options.home(), options.trackerUrl(),
                options.caCertificate().getNotAfter().toInstant(), options.mail().isPresent()),
                clock, messages);
    }

    private void reportPages(Routes routes) {
        var report = new ReportPages(catalog);
        var files = new ReportFiles(catalog, messages);
        var revocations = new RevocationPages(catalog, orders);
        routes.get("/report", report::datasets).get("/report/csv", files::datasets)
                .get("/report/datasets/{id}", report::dataset)
                .get("/report/datasets/{id}/csv", files::dataset)
                .get("/report/people", report::people)
                .get("/report/people/{id}", report::person)
                .get("/report/people/{id}/csv", files::person)
                .post("/report/review", revocations::review)
                .post("/report/revoke", revocations::revoke);
    }

    private void buddyPages(Routes routes) {
        var buddies = new BuddyPages(catalog, messages);
        routes.get("/buddies", buddies::list).post("/buddies", buddies::ask)
                .get("/buddies/people", buddies::candidates)
                .post("/buddies/{id}/accept", buddies::accept)
                .post("/buddies/{id}/decline", buddies::decline)
                .post("/buddies/{id}/withdraw", buddies::withdraw)
                .post("/buddies/{id}/remove", buddies::remove)
                .post("/buddies/{id}/block", buddies::block)
                .post("/buddies/{id}/unblock", buddies::unblock);
        var notices = new NoticePages(catalog.notices(), messages);
        routes.get("/notices", notices::show).post("/notices/seen", notices::seeAll)
                .post("/notices/{id}/seen", notices::see);
        var subscriptions = new SubscriptionPages(catalog, messages, clock);
        routes.get("/subscriptions", subscriptions::list)
                .get("/subscribe", subscriptions::form)
                .post("/subscribe", subscriptions::subscribe)
                .post("/subscriptions/{id}/device", subscriptions::changeDevice)
                .post("/subscriptions/{id}/end", subscriptions::end);
        routes.get("/inbox", new InboxPages(catalog.inbox())::show)
                .post("/people/pick", new PersonPicker(catalog, messages)::list);
    }

    /** The REST interface. */
    private RestServlet api() {
        var access = new AccessResource(catalog, orders);
        return new RestServlet(this::caller, catalog.withdrawals(),
                List.of(new AccountResource(catalog), new DeviceResource(catalog, orders, clock),
                        new ProfileResource(catalog, orders),
                        access,
                        new DatasetResource(catalog, access, orders, isOpen()),
                        new CopyResource(catalog, orders),
                        new VersionResource(catalog, orders, isOpen()),
                        new TaskResource(catalog.tasks(), catalog.taskRates(), orders),
                        new GroupResource(catalog),
                        new BuddyResource(catalog),
                        new InboxResource(catalog.inbox()), new SubscriptionResource(catalog),
                        new AdminResource(catalog, siteHealth()),
                        new MetadataResource(catalog),
                        new FileResource(catalog, manifests, comparisons),
                        new ActivityResource(catalog), new CitationResource(catalog, works),
                        new TorrentResource(catalog, manifests, stock),
                        new DownloadResource(catalog.contents(), downloads),
                        new ReplicaResource(catalog.replicas(), orders),
                        new MetalinkResource(catalog.contents(), metalinks),
                        new PeopleResource(catalog), new ReportResource(catalog, orders),
                        new OwnActivityResource(catalog), new AuditResource(catalog),
                        new SiteGroupResource(catalog), new OutboxResource(catalog, post),
                        new AdminInvitationResource(catalog, invites()),
                        new BackupResource(catalog, backupRun),
                        new QuotaResource(catalog), new OwnQuotaResource(catalog.quotas()),
                        new GroupInvitationResource(catalog, invites()),
                        new OpenApiResource(options.root())));
    }

    private Optional<Caller> caller(String token) {
        BooleanSupplier stillKnown = () -> caller(token).isPresent();
        return catalog.devices().findByApiToken(token)
                .map(device -> Caller.of(device, stillKnown))
                .or(() -> catalog.apiTokens().find(token)
                        .map(own -> Caller.of(own, stillKnown)));
    }

    /** What a machine asks before it enrols; the enrolment code proves the certificate. */
    private Reply wellKnown() throws IdentityException {
        return new Reply.Json(200, Map.of(
                "site", CertificateAuthority.siteOf(options.caCertificate()),
                "pagesUrl", options.pagesUrl().toString(),
                "trackerUrl", options.trackerUrl().toString(),
                "caCertificate", Pem.encode(options.caCertificate())));
    }

    private Reply health() {
        return catalog.isAlive()
                ? new Reply.Text(200, "ok\n")
                : new Reply.Text(503, "the database does not answer\n");
    }
}
