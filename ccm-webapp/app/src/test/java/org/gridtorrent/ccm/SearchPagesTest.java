package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPagesTest {
    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;
    private Group group;
    private int published;

    @BeforeEach
    void open() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        workstation = site.machine(publisher, "workstation", "/data");
        group = site.group(publisher, "Beam line");
        site.account("guest");
    }

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void facets_haveCountsAndAddressesThatNarrowAndWidenAgain() throws Exception {
        publish("Ice of Law Dome", Grants.EVERYONE, Subject.EARTH, "CC-BY-4.0", 1998);
        publish("Ice of Vostok", Grants.EVERYONE, Subject.EARTH, "MIT", 2001);
        publish("Ice in comets", Grants.EVERYONE, Subject.ASTRONOMY, "", 2001);
        Browser browser = site.loggedIn("guest");
        assertThat(browser.page("/search?q=ice")).contains("3 data sets",
                "/search?q=ice&amp;subject=earth", "Earth and environmental sciences",
                "aria-label=\"2 data sets\"", "CC-BY-4.0", "1998", "One verified copy",
                "/search?q=ice&amp;sort=largest");
        String narrowed = browser.page("/search?q=ice&subject=earth&year=2001&sort=newest");
        assertThat(narrowed).contains("1 data set<", "Ice of Vostok",
                "/search?q=ice&amp;year=2001&amp;sort=newest",
                "/search?q=ice&amp;subject=earth&amp;subject=astronomy&amp;year=2001&amp;sort=newest",
                "name=\"subject\" value=\"earth\"").doesNotContain("Ice in comets", "Law Dome");
        assertThat(browser.page("/search?q=ice&subject=astronomy&year=1998"))
                .contains("No results with these filters", "href=\"/search?q=ice\"");
        assertThat(browser.page("/search?q=fire")).contains("No results for “fire”");
        assertThat(browser.page("/search?subject=no-such&size=%3Cb%3E&group=x"))
                .contains("no-such", "&lt;b&gt;", "A group that you are not in");
    }

    @Test
    void whatOneMayNotSee_isNotEvenCounted() throws Exception {
        publish("Ice for all", Grants.EVERYONE, Subject.EARTH, "MIT", 2001);
        publish("Ice for few", Grants.groups(List.of(group.id())), Subject.LAW, "CC0-1.0", 2002);
        assertThat(site.loggedIn("guest").page("/search")).contains("1 data set<")
                .doesNotContain("for few", "Law", "CC0-1.0", "2002", "Beam line");
        assertThat(site.loggedIn("guest").page("/search?group=" + group.id()))
                .contains("No results with these filters");
        assertThat(site.loggedIn("publisher").page("/search")).contains("2 data sets",
                "Ice for few", "Law", "/search?access=group");
        assertThat(site.loggedIn("publisher").page("/search?group=" + group.id()))
                .contains("1 data set<", "Beam line");
        assertThat(site.browser().get("/search").statusCode()).isEqualTo(303);
    }

    @Test
    void pages_leadOnAndBackWithWhatWasAskedFor() throws Exception {
        for (int i = 0; i < 23; i++) {
            publish("Set " + (char) ('a' + i), Grants.EVERYONE, Subject.EARTH, "MIT", 2001);
        }
        Browser browser = site.loggedIn("guest");
        assertThat(browser.page("/search?q=set&licence=MIT")).contains("23 data sets",
                "Page 1 of 2", "/search?q=set&amp;licence=MIT&amp;page=2");
        assertThat(browser.page("/search?q=set&licence=MIT&page=2")).contains("Page 2 of 2",
                "href=\"/search?q=set&amp;licence=MIT\"");
        assertThat(browser.page("/search?q=set&page=9")).contains("There is no such page");
    }

    @Test
    void theStartPage_showsWhatIsNewAndWhatWaits_andStrangersWhatTheSiteIs() throws Exception {
        Content content = publish("Ice for all", Grants.EVERYONE, Subject.EARTH, "MIT", 2001);
        publish("Ice for few", Grants.groups(List.of(group.id())), Subject.LAW, "CC0-1.0", 2002);
        Account guest = site.catalog.identity().accounts().findByName("guest").orElseThrow();
        Enrolled laptop = site.machine(guest, "laptop");
        site.catalog.people().memberships().invite(publisher.id(), group.id(), guest.id());
        site.catalog.work().tasks().requestDownload(guest.id(), content.id(), laptop.device().id());
        assertThat(site.loggedIn("guest").page("/")).contains("Ice for all",
                "Downloading to laptop", "1 request is waiting for your answer")
                .doesNotContain("Ice for few");
        assertThat(site.browser().page("/")).contains("Create an account")
                .doesNotContain("Ice for");
    }

    private Content publish(String title, Grants grants, Subject subject, String licence, int year)
            throws Exception {
        Path source = folder.resolve("source" + published++);
        Files.createDirectories(source);
        Files.writeString(source.resolve("a.h5"), title);
        Content content = site.register(
                site.publish(publisher, workstation.device(), title, "", grants), source);
        site.catalog.datasets().descriptions().change(publisher.id(), content.id(), title, "",
                new Metadata(Optional.of(subject), List.of(), List.of(), new Licence(licence),
                        OptionalInt.of(year), List.of()));
        return content;
    }
}
