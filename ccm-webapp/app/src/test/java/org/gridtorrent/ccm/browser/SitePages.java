package org.gridtorrent.ccm.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gridtorrent.ccm.SampleSite;

/**
 * Every page of the sample site in every state it has. A new page is a line here: then it has its
 * pictures, and axe looks at it.
 */
final class SitePages {
    static final String NOBODY = "";
    private static final String OWNER = "publisher";
    private static final String OTHER = "member";
    private static final String NEWCOMER = "newcomer";
    private static final String ADMINISTRATOR = "administrator";
    private static final String CONFIRM = "main details.more >> nth=0 >> summary";

    /**
     * One state of a page.
     *
     * @param name of its pictures
     * @param who looks at it; empty for somebody who is not logged in
     * @param status of the answer to its address
     * @param then what is done on it before it is looked at
     */
    record View(String name, String who, String path, int status, Consumer<Visitor> then) {}

    private final List<View> views = new ArrayList<>();

    private SitePages() {}

    static List<View> of(SampleSite site) {
        var pages = new SitePages();
        pages.open(site);
        pages.common(site);
        pages.dataset(site.path("spring"), site.path("version-2"),
                site.path("machine").replace("/machines/", ""));
        pages.datasets(site);
        pages.people(site);
        pages.account();
        pages.reports(site);
        pages.news(site);
        pages.administration(site);
        pages.empty();
        pages.errors(site);
        return List.copyOf(pages.views);
    }

    private void open(SampleSite site) {
        page("welcome", NOBODY, "/");
        page("help", NOBODY, "/help");
        page("help-operator-guide", NOBODY, "/help/operator-guide");
        page("login", NOBODY, "/login");
        after("login-refused", NOBODY, "/login", visitor -> {
            visitor.page().fill("main [name=name]", "publisher");
            visitor.page().fill("main [name=password]", "no password of theirs");
            visitor.press("main form[action='/login'] button");
        });
        page("register", NOBODY, "/register");
        after("register-refused", NOBODY, "/register", visitor -> {
            visitor.page().fill("#name", "A name with spaces");
            visitor.page().fill("#fullName", "Somebody");
            visitor.page().fill("#password", "short");
            visitor.press("main form button");
        });
        page("setup", NOBODY, site.path("setup"));
        page("forgotten", NOBODY, "/forgotten");
        page("mail-confirm", NOBODY, site.path("confirm"));
        page("invited", NOBODY, site.path("invited-site"));
        page("invited-group", NOBODY, site.path("invited-group"));
        after("invited-refused", NOBODY, site.path("invited-group"), visitor -> {
            visitor.page().fill("#name", "A name with spaces");
            visitor.page().fill("#fullName", "Somebody");
            visitor.page().fill("#password", "short");
            visitor.press("main form button");
        });
        page("invited-join", NEWCOMER, site.path("invited-group"));
        page("invited-already", NEWCOMER, site.path("invited-site"));
        refused("invited-over", NOBODY, "/setup/invitation?code=aaaaaaaaaaaaaaaaaaaaaaaa", 404);
    }

    private void common(SampleSite site) {
        page("home", OWNER, "/");
        page("search", OWNER, "/search");
        page("search-words", OWNER, "/search?q=survey&page=2");
        page("search-narrowed", OWNER, "/search?subject=earth&access=public&licence=CC-BY-4.0");
        after("search-facets", OWNER, "/search?q=sea",
                visitor -> visitor.page().evaluate(
                        "document.querySelector('details.filters').open = true"));
        page("search-nothing", OWNER, "/search?q=survey&subject=law");
        page("search-unknown", OWNER, "/search?q=nothingofthename");
        page("publish", OWNER, "/publish");
        after("publish-refused", OWNER, "/publish",
                visitor -> visitor.press("main form[action='/publish'] .actions button"));
        after("publish-people", OWNER, "/publish",
                visitor -> visitor.page().check("input[name=access][value=user]"));
        after("publish-review", OWNER, "/publish", visitor -> {
            visitor.page().fill("#title", "Spring campaign, second calibration");
            visitor.page().check("input[name=folder] >> nth=0");
            visitor.page().check("input[name=access][value=public]");
            visitor.press("main .actions button[name=do][value=review]");
        });
        page("publish-browse", OWNER, "/publish/browse");
        page("publish-draft", OWNER, "/publish?draft=sample");
        page("my-data", OWNER, "/my-data");
        page("shared", OTHER, "/my-data/shared");
        page("transfers", OWNER, "/transfers");
        page("transfers-full", OTHER, "/transfers");
        page("machines", OWNER, "/machines");
        after("machines-code", OWNER, "/machines",
                visitor -> visitor.press("main form[action='/machines'] button"));
        page("machine", OWNER, site.path("machine"));
        after("machines-withdraw", OWNER, "/machines", visitor -> visitor.page().click(CONFIRM));
    }

    /** All tabs of one's own data set, and the forms on them. */
    private void dataset(String path, String second, String machine) {
        page("dataset", OWNER, path);
        for (String tab : List.of("files", "metadata", "copies", "access", "versions",
                "activity")) {
            page("dataset-" + tab, OWNER, path + "/" + tab);
        }
        page("dataset-files-page", OWNER, path + "/files?page=2");
        page("dataset-files-found", OWNER, path + "/files?q=frames");
        page("dataset-files-none", OWNER, path + "/files?q=nosuchfile");
        page("dataset-edit", OWNER, path + "/edit");
        after("dataset-edit-refused", OWNER, path + "/edit", visitor -> {
            visitor.page().fill("#title", "");
            visitor.press("main form .actions button");
        });
        after("dataset-copies-form", OWNER, path + "/copies",
                visitor -> visitor.page().click(CONFIRM));
        after("dataset-replica-refused", OWNER, path + "/copies", visitor -> {
            visitor.page().fill("#url", "http://mirror.example.org/");
            visitor.press("main form[action$='/replicas'] button");
        });
        after("dataset-withdraw", OWNER, path + "/access",
                visitor -> visitor.page().click("section[aria-labelledby=withdraw] summary"));
        page("dataset-versions-compared", OWNER, second + "/versions");
        page("dataset-version-new", OWNER, second + "/versions/new");
        page("dataset-version-placed", OWNER, second + "/versions/new?path=%2Fdata&device="
                + machine);
        page("dataset-version-browse", OWNER, "/publish/browse?next="
                + second.replace("/datasets/", ""));
        after("dataset-version-refused", OWNER, second + "/versions/new",
                visitor -> visitor.press("main form .actions button"));
    }

    private void datasets(SampleSite site) {
        page("dataset-hashing", OWNER, site.path("autumn"));
        page("dataset-hashing-copies", OWNER, site.path("autumn") + "/copies");
        page("dataset-failed", OWNER, site.path("failed"));
        page("dataset-getting", OWNER, site.path("climate"));
        page("dataset-older", OWNER, site.path("version-1"));
        page("dataset-of-another", OTHER, site.path("spring"));
        page("dataset-copies-of-another", OTHER, site.path("spring") + "/copies");
        page("dataset-metadata-full", OTHER, site.path("climate") + "/metadata");
        page("dataset-edit-full", OTHER, site.path("climate") + "/edit");
        page("dataset-nomachine", NEWCOMER, site.path("climate"));
        page("landing", NOBODY, site.path("climate"));
        page("landing-older", NOBODY, site.path("version-1"));
    }

    private void people(SampleSite site) {
        page("groups", OWNER, "/groups");
        page("groups-past-end", OWNER, "/groups?page=400");
        page("groups-none-found", OWNER, "/groups?q=nosuchgroup");
        page("group-new", OWNER, "/groups/new");
        after("group-new-refused", OWNER, "/groups/new",
                visitor -> visitor.press("main form .actions button"));
        page("group", OWNER, site.path("beam"));
        after("group-change", OWNER, site.path("beam"),
                visitor -> visitor.page().click(CONFIRM));
        after("group-invite-refused", OWNER, site.path("beam"), visitor -> {
            visitor.page().fill("#address", "x".repeat(70) + "@example.org");
            visitor.press("main form[action$='/invitations'] .actions button");
        });
        page("group-edit", OWNER, site.path("beam") + "/edit");
        page("group-delete", OWNER, site.path("beam") + "/delete");
        after("group-long", OWNER, site.path("long"), visitor -> visitor.page().click(CONFIRM));
        page("group-long-delete", OWNER, site.path("long") + "/delete");
        page("group-requested", OWNER, site.path("ocean"));
        page("group-invited", OWNER, site.path("detectors"));
        page("group-as-member", OTHER, site.path("beam"));
        page("group-outside", NEWCOMER, site.path("beam"));
        page("buddies", OWNER, "/buddies");
        after("buddies-change", OWNER, "/buddies", visitor -> visitor.page().click(CONFIRM));
        after("buddies-search", OWNER, "/buddies", visitor -> {
            visitor.page().locator("main [name=name]").pressSequentially("ne");
            visitor.page().waitForSelector("main .list.plain button");
        });
        page("inbox", OWNER, "/inbox");
    }

    private void account() {
        page("account", OWNER, "/account");
        after("account-refused", OWNER, "/account", visitor -> {
            visitor.page().fill("#orcid", "0000-0002-1825-0098");
            visitor.press("main form[action='/account/profile'] button");
        });
        after("account-password-refused", OWNER, "/account", visitor -> {
            visitor.page().fill("#old", "not the old one");
            visitor.page().fill("#password", "words that are long enough");
            visitor.press("main form[action='/account/password'] button");
        });
        after("account-token", OWNER, "/account", visitor -> {
            visitor.page().fill("#tokenName", "Weekly report");
            visitor.press("main form[action='/account/tokens'] button");
        });
    }

    private void reports(SampleSite site) {
        page("report", OWNER, "/report");
        page("report-dataset", OWNER, site.path("spring").replace("/datasets", "/report/datasets"));
        page("report-people", OWNER, "/report/people");
        after("report-review", OWNER, "/report", visitor -> {
            visitor.page().check("main input[name=right] >> nth=0");
            visitor.press("main form[action='/report/review'] button");
        });
    }

    private void news(SampleSite site) {
        page("notices", OWNER, "/notices");
        page("subscriptions", OWNER, "/subscriptions");
        page("subscribe", OWNER, site.path("climate")
                .replace("/datasets/", "/subscribe?of=dataset&id="));
    }

    private void administration(SampleSite site) {
        page("admin-users", ADMINISTRATOR, "/admin/users");
        page("admin-users-none", ADMINISTRATOR, "/admin/users?q=nosuchperson");
        page("admin-user", ADMINISTRATOR, site.path("admin-user"));
        page("admin-user-disabled", ADMINISTRATOR, site.path("admin-user-disabled"));
        page("admin-invitations", ADMINISTRATOR, "/admin/invitations");
        after("admin-invitations-refused", ADMINISTRATOR, "/admin/invitations", visitor -> {
            visitor.page().fill("#addresses", "no address");
            visitor.press("main form[action='/admin/invitations'] .actions button");
        });
        page("admin-groups", ADMINISTRATOR, "/admin/groups");
        page("admin-group-ownerless", ADMINISTRATOR, site.path("admin-group"));
        page("admin-settings", ADMINISTRATOR, "/admin/settings");
        after("admin-settings-refused", ADMINISTRATOR, "/admin/settings", visitor -> {
            visitor.page().fill("#auditDays", "many");
            visitor.press("main form[action='/admin/settings'] button");
        });
        after("admin-quota-refused", ADMINISTRATOR, "/admin/settings", visitor -> {
            visitor.page().fill("#quotaBytes", "much");
            visitor.press("main form[action='/admin/settings/quota'] button");
        });
        after("admin-user-quota-refused", ADMINISTRATOR, site.path("admin-user"), visitor -> {
            visitor.page().check("input[name=own][value=yes]");
            visitor.page().fill("#quotaDatasets", "many");
            visitor.press("main form[action$='/quota'] .actions button");
        });
        page("admin-backup", ADMINISTRATOR, "/admin/backup");
        page("admin-audit", ADMINISTRATOR, "/admin/audit");
        page("admin-audit-none", ADMINISTRATOR, "/admin/audit?from=2001-01-01&to=2001-01-02");
        page("admin-health", ADMINISTRATOR, "/admin/health");
        page("admin-mail", ADMINISTRATOR, "/admin/mail");
        page("admin-report", ADMINISTRATOR, "/report");
    }

    /** What somebody sees who has nothing yet. */
    private void empty() {
        for (String name : List.of("report", "publish", "my-data", "my-data/shared", "transfers",
                "machines", "groups", "notices", "subscriptions", "buddies", "inbox", "account")) {
            page("empty-" + name.replace('/', '-'), NEWCOMER, "/" + name);
        }
    }

    private void errors(SampleSite site) {
        refused("error-403", OTHER, site.path("spring") + "/edit", 403);
        refused("error-404", OWNER, "/datasets/aaaaaaaaaaaaaaaa", 404);
        refused("error-404-nobody", NOBODY, "/nosuchpage", 404);
        refused("error-405", OWNER, "/logout", 405);
        refused("error-410", OTHER, site.path("tombstone"), 410);
        refused("error-410-tab", OTHER, site.path("tombstone") + "/files", 410);
    }

    private void page(String name, String who, String path) {
        views.add(new View(name, who, path, 200, _ -> {}));
    }

    private void after(String name, String who, String path, Consumer<Visitor> then) {
        views.add(new View(name, who, path, 200, then));
    }

    private void refused(String name, String who, String path, int status) {
        views.add(new View(name, who, path, status, _ -> {}));
    }
}
