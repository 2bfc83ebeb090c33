package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.DatasetDescription;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class DescriptionsTest {
    private static final Metadata ALL = new Metadata(Optional.of(Subject.EARTH),
            List.of("ice", "Grönland"),
            List.of(new Creator("First Author", "0000-0002-1825-0097", "Institute of Ice"),
                    Creator.named("Second Author")),
            new Licence("CC-BY-4.0"), OptionalInt.of(2019), List.of("doi:10.5072/1", "a book"));

    private final TestDatabase database;
    @TempDir
    Path folder;
    private Site site;
    private Account owner;
    private Account stranger;
    private Device source;

    DescriptionsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        stranger = site.account("stranger");
        source = site.device(owner);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void whatWasPublishedWithIt_isReadAsItWas() {
        Content content = site.catalog.datasets().publishing().publish(draft(), ALL).content();
        assertThat(described(content))
                .isEqualTo(new DatasetDescription(ALL, List.of(), Optional.empty()));
    }

    @Test
    void whatIsNotStated_hasTheOwnerForItsCreator() {
        Content content = site.catalog.datasets().publishing().publish(draft()).content();
        assertThat(described(content).metadata())
                .isEqualTo(Metadata.NONE.by(List.of(Creator.named("User owner"))));
    }

    @Test
    void registering_notesFormatsAndTime_once() throws Exception {
        var published = site.catalog.datasets().publishing().publish(draft());
        Path set = Files.createDirectories(folder.resolve("set"));
        Files.writeString(set.resolve("a.nc"), "a");
        Files.writeString(set.resolve("b.csv"), "b");
        var metainfo = new MetainfoBuilder(set).build().metainfo();
        var made = new Registrations.Registration(metainfo.infoHash().hex(), metainfo.encoded(), 2,
                2,
                false);
        site.catalog.datasets().registrations().register(source.id(), published.task().id(), made);
        DatasetDescription first = described(published.content());
        site.pass(Duration.ofHours(1));
        site.catalog.datasets().registrations().register(source.id(), published.task().id(), made);
        assertThat(described(published.content())).isEqualTo(first)
                .isEqualTo(new DatasetDescription(first.metadata(), List.of("csv", "nc"),
                        Optional.of(site.now.minus(Duration.ofHours(1)))));
    }

    @Test
    void onlyTheOwnerChangesIt() {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        var descriptions = site.catalog.datasets().descriptions();
        assertThat(descriptions.change(stranger.id(), content.id(), "mine", "", ALL)).isFalse();
        assertThat(descriptions.change(owner.id(), content.id(), " Ice ", "Cores", ALL)).isTrue();
        assertThat(site.seenBy(stranger, content).orElseThrow()).satisfies(seen -> {
            assertThat(seen.title()).isEqualTo("Ice");
            assertThat(seen.description()).isEqualTo("Cores");
        });
        assertThat(descriptions.of(stranger.id(), content.id()).orElseThrow().metadata())
                .isEqualTo(ALL);
        assertThat(descriptions.change(owner.id(), content.id(), "Ice", "", Metadata.NONE))
                .isTrue();
        assertThat(described(content).metadata().keywords()).isEmpty();
    }

    @Test
    void aChange_isNotedWithTheFieldsThatAreOthersNow_andNoneIsNot() {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        var descriptions = site.catalog.datasets().descriptions();
        descriptions.change(stranger.id(), content.id(), "mine", "", ALL);
        descriptions.change(owner.id(), content.id(), content.title(), content.description(),
                described(content).metadata());
        assertThat(noted(content)).as("the owner was the creator before").isEmpty();
        descriptions.change(owner.id(), content.id(), "Ice", "Cores\nof ice", ALL);
        descriptions.change(owner.id(), content.id(), " Ice", "Cores\r\nof ice ", ALL);
        site.pass(Duration.ofSeconds(1));
        descriptions.change(owner.id(), content.id(), "Ice", "Cores\nof ice",
                new Metadata(ALL.subject(), ALL.keywords(), ALL.creators(),
                        new Licence("CC0-1.0"), OptionalInt.empty(), ALL.related()));
        assertThat(noted(content)).containsExactly("licence, year",
                "title, description, subject, keywords, creators, licence, year, related");
        assertThat(site.catalog.datasets().events().of(owner.id(), content.id(), 0, 9))
                .filteredOn(event -> event.kind() == ContentEvents.Kind.DESCRIBED)
                .extracting(ContentEvents.Event::who, ContentEvents.Event::detail).first()
                .isEqualTo(tuple("User owner", "licence, year"));
    }

    private List<String> noted(Content content) {
        return site.catalog.site().auditLog().find(
                new AuditQuery("owner", "DESCRIBED", content.id(), AuditQuery.BEGINNING,
                        AuditQuery.END),
                0,
                9).items().stream().map(AuditEntry::detail).toList();
    }

    @Test
    void tasksOfThoseWhoMayNotKnowOfItAnyMore_keepTheTitleThatTheyKnew() {
        Content content = site.publish(owner, source, "ice",
                Grants.accounts(List.of(stranger.id())));
        Task got = site.catalog.work().tasks().requestDownload(stranger.id(), content.id(),
                site.device(stranger).id()).orElseThrow();
        var descriptions = site.catalog.datasets().descriptions();
        descriptions.change(owner.id(), content.id(), "Ice", "", ALL);
        assertThat(titles(stranger)).containsExactly("Ice");
        site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(owner.id())));
        descriptions.change(owner.id(), content.id(), "Secret ice", "", ALL);
        assertThat(titles(stranger)).containsExactly("Ice");
        assertThat(site.catalog.work().tasks().find(stranger.id(), got.id()).orElseThrow()
                .contentTitle())
                .isEqualTo("Ice");
        assertThat(titles(owner)).containsExactly("Secret ice");
    }

    private List<String> titles(Account account) {
        return site.catalog.work().tasks().of(account.id(), 10).stream().map(Task::contentTitle)
                .toList();
    }

    @Test
    void whatOneMayNotKnowOf_saysNothing() {
        Content content = site.publish(owner, source, "ice", Grants.accounts(List.of(owner.id())));
        assertThat(site.catalog.datasets().descriptions().of(stranger.id(), content.id()))
                .isEmpty();
    }

    @Test
    void whatIsOutOfBounds_isRefusedWhole() {
        List<Metadata> wrong = Stream.of(
                with(List.of(" "), List.of(), ""), with(List.of("a\u0000"), List.of(), ""),
                with(List.of("x".repeat(101)), List.of(), ""),
                with(Collections.nCopies(51, "x"), List.of(), ""),
                with(List.of(), List.of(new Creator("A", "0000-0002-1825-0098", "")), ""),
                with(List.of(), List.of(new Creator("\ufffe", "", "")), ""),
                with(List.of(), List.of(new Creator("", "", "")), ""),
                with(List.of(), List.of(new Creator("A", "", "b\nc")), ""),
                with(List.of(), Collections.nCopies(101, Creator.named("A")), ""),
                with(List.of(), List.of(), "GPL"), with(List.of(), List.of(), "javascript:x()"),
                with(List.of(), List.of(), "https://example.org/" + "x".repeat(500))).toList();
        for (Metadata metadata : wrong) {
            assertThatThrownBy(
                    () -> site.catalog.datasets().publishing().publish(draft(), metadata))
                    .as(metadata.toString()).isInstanceOf(CatalogException.class);
        }
        for (int year : new int[]{999, 3000, -1}) {
            assertThatThrownBy(() -> site.catalog.datasets().publishing().publish(draft(),
                    new Metadata(
                            Optional.empty(), List.of(), List.of(), Licence.NONE,
                            OptionalInt.of(year),
                            List.of())))
                    .isInstanceOf(CatalogException.class);
        }
        assertThat(site.catalog.datasets().contents().ownedBy(owner.id(), 0, 100).items())
                .isEmpty();
    }

    @Test
    void nextVersion_beginsWithWhatTheOneBeforeSays_butNotItsYear() {
        Content content = site.publish(owner, source, "ice", Grants.EVERYONE);
        site.catalog.datasets().descriptions().change(owner.id(), content.id(), "Ice", "", ALL);
        Content next = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), content.id(), source.id(), "/data/y").orElseThrow().content();
        assertThat(described(next).metadata()).isEqualTo(new Metadata(ALL.subject(),
                ALL.keywords(), ALL.creators(), ALL.licence(), OptionalInt.empty(),
                ALL.related()));
    }

    private static Metadata with(List<String> keywords, List<Creator> creators, String licence) {
        return new Metadata(Optional.empty(), keywords, creators, new Licence(licence),
                OptionalInt.empty(), List.of());
    }

    private DatasetDescription described(Content content) {
        return site.catalog.datasets().descriptions().of(owner.id(), content.id()).orElseThrow();
    }

    private Draft draft() {
        return new Draft(owner.id(), "Ice", "", Grants.EVERYONE, source.id(), "/data/x");
    }
}
