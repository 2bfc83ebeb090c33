package org.gridtorrent.ccm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.GeneratedSite;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;

/**
 * The pages of a {@link GeneratedSite} as one person has them, others by chance each time they are
 * asked for.
 *
 * @param session the cookie of the person's login; empty for somebody who is not logged in
 * @param kind of person, which decides what pages there are
 * @param number of the person on the site
 * @param datasets the person's own; of somebody who is not logged in, what everybody may see
 */
record GeneratedPages(Optional<String> session, Kind kind, int number, List<String> datasets,
        Size size) {
    private static final int SEEN_BY_ALL = 50;

    enum Kind {
        STRANGER, PERSON, ADMINISTRATOR
    }

    /** Of the site. */
    record Size(int datasets, int people, int groups) {}

    static GeneratedPages ofStranger(Catalog catalog, Size size) {
        List<String> open = IntStream.range(0, size.datasets()).mapToObj(i -> "c" + i)
                .filter(id -> catalog.datasets().contents().find(Contents.ANYBODY, id).isPresent())
                .limit(SEEN_BY_ALL).toList();
        return new GeneratedPages(Optional.empty(), Kind.STRANGER, 0, open, size);
    }

    /** @param session of {@code user}{@code number} */
    static GeneratedPages ofPerson(Catalog catalog, Size size, int number, String session) {
        Account account = catalog.identity().accounts().findByName("user" + number).orElseThrow();
        return new GeneratedPages(Optional.of(session), Kind.PERSON, number,
                catalog.datasets().contents().ownedBy(account.id(), 0, SEEN_BY_ALL).items().stream()
                        .map(Content::id).toList(),
                size);
    }

    static GeneratedPages ofAdministrator(Size size, String session) {
        return new GeneratedPages(Optional.of(session), Kind.ADMINISTRATOR, 0, List.of(), size);
    }

    /** Their addresses by what they are called. */
    Map<String, String> draw(Random random) {
        Map<String, String> pages = new LinkedHashMap<>();
        switch (kind) {
            case STRANGER -> stranger(pages, random);
            case PERSON -> {
                common(pages, random);
                dataset(pages, random);
                people(pages);
                account(pages, random);
            }
            case ADMINISTRATOR -> administrator(pages, random);
        }
        return pages;
    }

    private void stranger(Map<String, String> pages, Random random) {
        pages.put("welcome", "/");
        pages.put("login", "/login");
        pages.put("register", "/register");
        pages.put("forgotten", "/forgotten");
        pages.put("landing", "/datasets/" + pick(datasets, random));
    }

    private void common(Map<String, String> pages, Random random) {
        pages.put("home", "/");
        pages.put("search: nothing", "/search");
        pages.put("search: words", "/search?q=" + pick(List.of("ice", "detector+frames", "co",
                "vostok", "baga", "user" + random.nextInt(size.people())), random));
        pages.put("search: words and facets", "/search?q="
                + pick(List.of("of", "ice", "sea"), random)
                + "&subject=earth&subject=physics&licence=MIT&health=one&size=to-10-gb");
        pages.put("search: page 40, largest", "/search?sort=largest&page=40");
        pages.put("data set", "/datasets/c" + random.nextInt(size.datasets()));
        pages.put("my data", "/my-data");
        pages.put("shared with me", "/my-data/shared");
        pages.put("groups", "/groups");
        pages.put("transfers", "/transfers");
        pages.put("machines", "/machines");
        pages.put("machine", "/machines/d" + number);
        pages.put("publish", "/publish");
        pages.put("publish: browse", "/publish/browse");
    }

    private void dataset(Map<String, String> pages, Random random) {
        if (datasets.isEmpty()) {
            return;
        }
        String path = "/datasets/" + pick(datasets, random);
        pages.put("own data set", path);
        for (String tab : List.of("files", "metadata", "copies", "access", "versions",
                "activity", "edit")) {
            pages.put("own data set: " + tab, path + "/" + tab);
        }
        pages.put("own data set: files found", path + "/files?q=frame-1");
        pages.put("own data set: next version", path + "/versions/new");
        pages.put("report: own data set", path.replace("/datasets", "/report/datasets"));
    }

    private void people(Map<String, String> pages) {
        String group = "/groups/g" + number % size.groups();
        pages.put("group", group);
        if (number < size.groups()) { // its owner
            pages.put("group: edit", group + "/edit");
            pages.put("group: delete", group + "/delete");
            pages.put("group: names typed", group + "/people?name=us");
        }
        pages.put("group: new", "/groups/new");
        pages.put("buddies", "/buddies");
        pages.put("buddies: names typed", "/buddies/people?name=us");
        pages.put("inbox", "/inbox");
    }

    private void account(Map<String, String> pages, Random random) {
        pages.put("account", "/account");
        pages.put("account: activity", "/account/activity");
        pages.put("notices", "/notices");
        pages.put("subscriptions", "/subscriptions");
        pages.put("subscribe", "/subscribe?of=group&id=g" + random.nextInt(size.groups()));
        pages.put("report", "/report");
        pages.put("report: by person", "/report/people");
        pages.put("report: a person", "/report/people/a" + random.nextInt(size.people()));
    }

    private void administrator(Map<String, String> pages, Random random) {
        String dataset = "c" + random.nextInt(size.datasets());
        String person = "a" + random.nextInt(size.people());
        pages.put("admin: users", "/admin/users");
        pages.put("admin: users found", "/admin/users?q=us");
        pages.put("admin: user", "/admin/users/" + person);
        pages.put("admin: invitations", "/admin/invitations");
        pages.put("admin: groups", "/admin/groups");
        pages.put("admin: group", "/admin/groups/g" + random.nextInt(size.groups()));
        pages.put("admin: settings", "/admin/settings");
        pages.put("admin: backup", "/admin/backup");
        pages.put("admin: audit", "/admin/audit");
        pages.put("admin: audit of a person",
                "/admin/audit?person=user" + random.nextInt(size.people()));
        pages.put("admin: audit of a word", "/admin/audit?dataset=vostok");
        pages.put("admin: health", "/admin/health");
        pages.put("admin: mail", "/admin/mail");
        pages.put("admin: report", "/report");
        pages.put("admin: report, words", "/report?q=vostok");
        pages.put("admin: report of a data set", "/report/datasets/" + dataset);
        pages.put("admin: report by person", "/report/people");
        pages.put("admin: report of a person", "/report/people/" + person);
    }

    /** Whether an address is of a whole page, not of a piece that comes into one while one types. */
    static boolean isWhole(String path) {
        return !path.contains("/people?name=");
    }

    private static <T> T pick(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
