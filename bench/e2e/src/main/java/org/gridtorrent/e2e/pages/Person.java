package org.gridtorrent.e2e.pages;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.e2e.process.CheckFailure;

/** A user at the site's pages, doing what the pages offer. */
public final class Person {
    private static final Pattern ENROL = Pattern.compile("gridtorrent enrol (\\S+) (\\S+)");
    private static final Pattern DATASET = Pattern.compile("/datasets/([a-z0-9]{1,40})");
    private static final Pattern LIVE = Pattern.compile("/transfers/([a-z0-9]{1,40})/live");

    private final String name;
    private final String password;
    private final Browser browser;

    private Person(String name, URI site) {
        this.name = name;
        this.password = password(name);
        this.browser = new Browser(site);
    }

    /** Somebody who fills in the form for a new account, and is logged in then. */
    public static Person register(URI site, String name) {
        var person = new Person(name, site);
        person.send(
                person.browser.open("/register").expect(200).form("/register").fill("name", name)
                        .fill("fullName", "The " + name).fill("password", person.password));
        if (person.browser.open("/my-data").findForm("/logout").isEmpty()) {
            person.logIn();
        }
        return person;
    }

    /** What everybody here would choose. */
    public static String password(String name) {
        return "the " + name + "'s password";
    }

    /** Logs in with the password chosen before. */
    public void logIn() {
        send(browser.open("/login").expect(200).form("/login").fill("name", name).fill("password",
                password));
    }

    public String name() {
        return name;
    }

    public Browser browser() {
        return browser;
    }

    /** A fresh enrolment code, as the machines page shows it to be pasted. */
    public String enrolmentCode() {
        var page = send(browser.open("/machines").expect(200).form("/machines"));
        var command = ENROL.matcher(page.document().text());
        if (!command.find()) {
            throw new CheckFailure(
                    "the machines page shows no enrolment command: " + page.notice());
        }
        return command.group(2);
    }

    /** Makes a group that is listed to everybody; returns its page's path. */
    public String createGroup(String group) {
        return createGroup(group, "open");
    }

    /** Makes a group that only its members see; returns its page's path. */
    public String createClosedGroup(String group) {
        return createGroup(group, "closed");
    }

    private String createGroup(String group, String access) {
        send(browser.open("/groups/new").expect(200).form("/groups").fill("name", group)
                .fill("description", "Made by the demo").fill("access", access));
        return groupPath(group);
    }

    /** The path of the page of a group, as the page of groups lists it. */
    public String groupPath(String group) {
        return browser.open("/groups").expect(200).link(group)
                .orElseThrow(() -> new CheckFailure("the page of groups does not list " + group));
    }

    public void invite(String groupPath, String guest) {
        send(browser.open(groupPath).expect(200).form(groupPath + "/invite").fill("name", guest));
    }

    public void acceptInvitation(String groupPath) {
        send(browser.open("/inbox").expect(200).form(groupPath + "/accept"));
    }

    public void askToJoin(String groupPath) {
        send(browser.open(groupPath).expect(200).form(groupPath + "/request"));
    }

    /** Lets in whoever asked first. */
    public void acceptRequest(String groupPath) {
        send(browser.open(groupPath).expect(200).form(groupPath + "/accept"));
    }

    /** Removes the only other member. */
    public void removeMember(String groupPath) {
        send(browser.open(groupPath).expect(200).form(groupPath + "/remove"));
    }

    /** Takes one of this person's machines out of the site. */
    public void withdraw(String deviceId) {
        send(browser.open("/machines").expect(200).form("/machines/" + deviceId + "/withdraw"));
    }

    /** Whether the publish page offers this folder of one of this person's machines. */
    public boolean mayPublishFrom(Path folder) {
        return browser.open("/publish").expect(200).document().html().contains(folder.toString());
    }

    /** Publishes a folder to a group; returns the data set's id. */
    public String publish(String machine, String folder, String title, String description,
            String group) {
        var page = send(
                browser.open("/publish").expect(200).form("/publish").choose("device", machine)
                        .fill("path", folder).fill("title", title).fill("description", description)
                        .fill("access", "group").choose("groups", group));
        var path = DATASET.matcher(page.address().getPath());
        return path.find() ? path.group(1) : datasetId(browser.open("/my-data"), title);
    }

    /** The id of the data set of this title, found by searching for words. */
    public String find(String words, String title) {
        return datasetId(search(words), title);
    }

    public Page search(String words) {
        return browser.open("/search", "q", words).expect(200);
    }

    private static String datasetId(Page page, String title) {
        var link = page.link(title)
                .orElseThrow(() -> new CheckFailure(
                        "\"%s\" is not on the page %s".formatted(title, page.address())));
        var path = DATASET.matcher(link);
        if (!path.find()) {
            throw new CheckFailure("\"%s\" leads to %s".formatted(title, link));
        }
        return path.group(1);
    }

    /** Presses Get on the data set's page; returns the id of the task that this made. */
    public String get(String datasetId, String machine) {
        var path = "/datasets/" + datasetId;
        var page = send(
                browser.open(path).expect(200).form(path + "/get").choose("device", machine));
        return task(page).orElseGet(() -> task(browser.open("/transfers").expect(200))
                .orElseThrow(
                        () -> new CheckFailure("the page of transfers shows none that is active")));
    }

    private static Optional<String> task(Page page) {
        var live = LIVE.matcher(page.document().html());
        return live.find() ? Optional.of(live.group(1)) : Optional.empty();
    }

    /** Sends a form that must be accepted. */
    private Page send(Form form) {
        var page = browser.send(form);
        var error = page.document().select(".error, [role=alert]").first();
        if (page.status() != 200 || error != null) {
            throw new CheckFailure(
                    "%s: %s answered %d: %s".formatted(name, page.address(), page.status(),
                            error == null ? page.notice() : error.text()));
        }
        return page;
    }
}
