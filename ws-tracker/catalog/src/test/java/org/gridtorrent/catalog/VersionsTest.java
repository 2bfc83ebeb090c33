package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Versions.Mark;
import org.gridtorrent.catalog.dataset.Versions.Version;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class VersionsTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account guest;
    private Device source;
    private Content first;

    VersionsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        source = site.device(owner);
        first = site.publish(owner, source, "Ice", Grants.accounts(List.of(guest.id())));
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void versions_areTheSameSeenFromEachOfThem() {
        Content second = next(first, "Snow added");
        Content third = next(second, "");
        for (Content each : List.of(first, second, third)) {
            assertThat(versions(guest, each)).extracting(Version::number,
                    version -> version.content().id(), Version::changes).containsExactly(
                            tuple(3, third.id(), ""), tuple(2, second.id(), "Snow added"),
                            tuple(1, first.id(), ""));
        }
        assertThat(versions(site.account("stranger"), first)).isEmpty();
        assertThat(site.catalog.datasets().versions().of(owner.id(), "none")).isEmpty();
    }

    @Test
    void aVersionThatOneMayNotSee_keepsItsNumber() {
        Content second = next(first, "");
        Content third = next(second, "");
        site.catalog.access().grants().replace(owner.id(), second.id(),
                Grants.accounts(List.of(owner.id())));
        assertThat(versions(guest, third)).extracting(Version::number).containsExactly(3, 1);
        site.catalog.datasets().withdrawals().withdraw(owner.id(), first.id(), "Wrong");
        assertThat(versions(guest, third)).extracting(Version::number).containsExactly(3);
        assertThat(versions(owner, third)).extracting(Version::number).containsExactly(3, 2);
    }

    @Test
    void versionsOfOthers_areNotAmongThem() {
        Content other = site.publish(owner, source, "Snow", Grants.EVERYONE);
        next(other, "");
        assertThat(versions(owner, first)).hasSize(1);
    }

    @Test
    void inLists_theVersionsOfOneDataSet_areToldApart() {
        Content alone = site.publish(owner, source, "Snow", Grants.EVERYONE);
        assertThat(marks(guest, first, alone)).isEmpty();
        Content second = next(first, "");
        assertThat(marks(guest, first, second, alone)).isEqualTo(Map.of(
                first.id(), new Mark(1, true), second.id(), new Mark(2, false)));
        Content third = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), second.id(), source.id(),
                        "/data/third")
                .orElseThrow().content();
        assertThat(marks(guest, second)).containsValue(new Mark(2, false));
        assertThat(marks(owner, second, third)).isEqualTo(Map.of(
                second.id(), new Mark(2, false), third.id(), new Mark(3, false)));
    }

    /** Neither its number nor that it is newer tells of a version that one may not see. */
    @Test
    void aVersionThatOneMayNotSee_marksNoOther() {
        Content second = next(first, "");
        site.catalog.access().grants().replace(owner.id(), second.id(),
                Grants.accounts(List.of(owner.id())));
        assertThat(marks(guest, first, second)).isEmpty();
        assertThat(marks(owner, first)).containsValue(new Mark(1, true));
        assertThat(site.catalog.datasets().versions().reported(List.of(first.id(), second.id())))
                .isEqualTo(Map.of(first.id(), new Mark(1, true), second.id(),
                        new Mark(2, false)));
        assertThat(marks(guest)).isEmpty();
    }

    @Test
    void anEndOfARight_holdsForTheNextVersionToo() {
        site.catalog.access().expiry().change(owner.id(), first.id(),
                Map.of(guest.id(), Optional.of(site.now.plus(Duration.ofDays(1)))));
        Content second = next(first, "");
        assertThat(site.seenBy(guest, second)).isPresent();
        site.pass(Duration.ofDays(1));
        site.catalog.access().expiry().endDue();
        assertThat(site.seenBy(guest, second)).isEmpty();
    }

    private List<Version> versions(Account reader, Content content) {
        return site.catalog.datasets().versions().of(reader.id(), content.id());
    }

    private Map<String, Mark> marks(Account reader, Content... listed) {
        return site.catalog.datasets().versions().marks(reader.id(),
                Stream.of(listed).map(Content::id).toList());
    }

    private Content next(Content previous, String changes) {
        site.pass(Duration.ofMinutes(1));
        Published made = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), previous.id(), source.id(),
                        "/data/" + previous.id(), changes, false)
                .orElseThrow();
        return site.register(source, made);
    }
}
