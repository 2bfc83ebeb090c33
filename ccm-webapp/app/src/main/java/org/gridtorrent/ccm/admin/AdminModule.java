package org.gridtorrent.ccm.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.site.SiteServices;

/** Administration of accounts, groups, invitations and settings, and the site's health. */
public final class AdminModule implements FeatureModule {
    private final SiteServices site;
    private final InvitationSender invites;
    private final Health health;

    public AdminModule(SiteServices site) {
        var options = site.options();
        this.site = site;
        this.invites = new InvitationSender(site.catalog(), site.mail(), options.pagesUrl());
        this.health = new Health(site.catalog(), new Health.Place(options.home(),
                options.trackerUrl(), options.caCertificate().getNotAfter().toInstant(),
                options.mail().isPresent()), site.clock(), site.messages());
    }

    @Override
    public void routes(Routes routes) {
        var users = new UserPages(site.catalog(), site.commands().quotas(), site.messages(),
                site.options().pagesUrl());
        routes.get("/admin", AdminOnly.of(_ -> new Reply.SeeOther("/admin/users")))
                .get("/admin/users", AdminOnly.of(users::list))
                .get("/admin/users/{id}", AdminOnly.of(users::show))
                .post("/admin/users/{id}/disable", AdminOnly.of(users::disable))
                .post("/admin/users/{id}/enable", AdminOnly.of(users::enable))
                .post("/admin/users/{id}/role", AdminOnly.of(users::role))
                .post("/admin/users/{id}/link", AdminOnly.of(users::link))
                .post("/admin/users/{id}/quota", AdminOnly.of(users::quota))
                .post("/admin/users/{id}/end-sessions", AdminOnly.of(users::endSessions));
        var groups = new AdminGroupPages(site.catalog(), site.commands().groups(),
                site.messages());
        routes.get("/admin/groups", AdminOnly.of(groups::list))
                .get("/admin/groups/{id}", AdminOnly.of(groups::show))
                .post("/admin/groups/{id}/hand-over", AdminOnly.of(groups::handOver))
                .post("/admin/groups/{id}/delete", AdminOnly.of(groups::delete));
        var invitations = new InvitationPages(site.catalog(), invites, site.messages());
        routes.get("/admin/invitations", AdminOnly.of(invitations::show))
                .post("/admin/invitations", AdminOnly.of(invitations::invite))
                .post("/admin/invitations/again", AdminOnly.of(invitations::again))
                .post("/admin/invitations/withdraw", AdminOnly.of(invitations::withdraw));
        routes.get("/admin/health", AdminOnly.of(new HealthPages(health)::show));
        var settings = new SettingPages(site.catalog().site().settings(),
                site.catalog().site().quotas(), site.commands().quotas(), fixedSettings(),
                site.messages());
        routes.get("/admin/settings", AdminOnly.of(settings::form))
                .post("/admin/settings", AdminOnly.of(settings::change))
                .post("/admin/settings/quota", AdminOnly.of(settings::changeQuota));
    }

    /** Settings that only the program's options change, by the key of their name. */
    private Map<String, String> fixedSettings() {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put("admin.site", site.options().siteName());
        fixed.put("admin.pages", site.options().pagesUrl().toString());
        fixed.put("admin.tracker", site.options().trackerUrl().toString());
        site.options().announce().ifPresent(at -> fixed.put("admin.announce", at.toString()));
        return fixed;
    }

    @Override
    public List<Object> resources() {
        return List.of(new AdminResource(site.catalog(), health),
                new SiteGroupResource(site.catalog(), site.commands().groups()),
                new AdminInvitationResource(site.catalog(), invites),
                new QuotaResource(site.catalog(), site.commands().quotas()));
    }
}
