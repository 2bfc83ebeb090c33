package org.gridtorrent.ccm.people;

import java.util.List;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.people.invitation.InvitationSender;
import org.gridtorrent.ccm.people.picker.PersonPicker;
import org.gridtorrent.ccm.site.SiteServices;

/** Groups, buddies, invitations to groups, and the inbox. */
public final class PeopleModule implements FeatureModule {
    private final SiteServices site;
    private final InvitationSender invites;

    public PeopleModule(SiteServices site) {
        this.site = site;
        this.invites = new InvitationSender(site.catalog(), site.mail(), site.options().pagesUrl());
    }

    @Override
    public void routes(Routes routes) {
        var picker = new PersonPicker(site.catalog(), site.messages());
        groups(routes, picker);
        var buddies = new BuddyPages(site.catalog().people(), site.commands().buddies(), picker,
                site.messages());
        routes.get("/buddies", buddies::list).post("/buddies", buddies::ask)
                .get("/buddies/people", buddies::candidates)
                .post("/buddies/{id}/accept", buddies::accept)
                .post("/buddies/{id}/decline", buddies::decline)
                .post("/buddies/{id}/withdraw", buddies::withdraw)
                .post("/buddies/{id}/remove", buddies::remove)
                .post("/buddies/{id}/block", buddies::block)
                .post("/buddies/{id}/unblock", buddies::unblock);
        routes.get("/inbox", new InboxPages(site.catalog().people().inbox())::show)
                .post("/people/pick", picker::list);
    }

    private void groups(Routes routes, PersonPicker picker) {
        var groups = new GroupPages(site.catalog(), site.commands().groups(), invites,
                site.messages());
        var invitations = new GroupInvitationPages(site.catalog(), invites, groups,
                site.messages());
        routes.post("/groups/{id}/invitations", invitations::invite)
                .post("/groups/{id}/invitations/again", invitations::again)
                .post("/groups/{id}/invitations/withdraw", invitations::withdraw);
        routes.get("/groups", groups::list).post("/groups", groups::create)
                .get("/groups/new", groups::newForm).get("/groups/{id}", groups::show)
                .get("/groups/{id}/edit", groups::editForm)
                .post("/groups/{id}/edit", groups::describe)
                .get("/groups/{id}/delete", groups::deleteForm)
                .post("/groups/{id}/delete", groups::delete);
        var members = new MemberPages(site.catalog().people(), site.commands().groups(), groups,
                picker);
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

    @Override
    public List<Object> resources() {
        return List.of(new GroupResource(site.catalog(), site.commands().groups()),
                new BuddyResource(site.catalog(), site.commands().buddies()),
                new InboxResource(site.catalog().people().inbox()),
                new PeopleResource(site.catalog()),
                new GroupInvitationResource(site.catalog(), invites));
    }
}
