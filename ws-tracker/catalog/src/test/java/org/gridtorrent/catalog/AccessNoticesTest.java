package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notice.Kind;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Notices to people who are given access by name, and to those who lose it. */
@ParameterizedClass
@EnumSource
class AccessNoticesTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account reader;
    private Device source;

    AccessNoticesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        reader = site.account("reader");
        source = site.device(owner);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private List<Notice> told(Account account) {
        return site.catalog.notifications().notices().of(account.id(), 0, 100).items();
    }

    private Grants named(Account... accounts) {
        return Grants.accounts(List.of(accounts).stream().map(Account::id).toList());
    }

    private void change(Content content, Grants grants) {
        site.pass(Duration.ofSeconds(1));
        site.catalog.access().grants().replace(owner.id(), content.id(), grants);
    }

    private void fetch(Account account, Content content) {
        assertThat(site.catalog.work().tasks().requestDownload(account.id(), content.id(),
                site.device(account).id())).isPresent();
    }

    @Test
    void personNamedAtPublication_isToldOnceItIsPublished() {
        var begun = site.catalog.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "survey", "",
                        named(reader), source.id(), "/data/x"));
        assertThat(told(reader)).as("nobody may have it yet").isEmpty();
        site.register(source, begun);
        assertThat(told(reader)).singleElement().satisfies(notice -> {
            assertThat(notice.kind()).isEqualTo(Kind.SHARED);
            assertThat(notice.about().orElseThrow().title()).isEqualTo("survey");
        });
        assertThat(told(owner)).isEmpty();
    }

    @Test
    void personNamedLater_isTold_andWhoIsNamedAlreadyIsNot() {
        Account other = site.account("other");
        Content content = site.publish(owner, source, "survey", named(other));
        change(content, named(other, reader));
        site.catalog.access().grants().grant(owner.id(), content.id(), named(reader),
                Optional.empty());
        assertThat(told(reader)).extracting(Notice::kind).containsExactly(Kind.SHARED);
        assertThat(told(other)).extracting(Notice::kind).containsExactly(Kind.SHARED);
    }

    @Test
    void nextVersionForTheSamePeople_isNoSharing() {
        Content first = site.publish(owner, source, "survey", named(reader));
        site.register(source, site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), first.id(), source.id(), "/data/x").orElseThrow());
        assertThat(told(reader)).hasSize(1);
    }

    @Test
    void personNoLongerNamed_isToldWithTheTitleAsItWasLast() {
        Content content = site.publish(owner, source, "survey", named(reader));
        change(content, named(owner));
        assertThat(told(reader)).extracting(Notice::kind, Notice::detail)
                .containsExactly(tuple(Kind.ACCESS_ENDED, "survey"), tuple(Kind.SHARED, ""));
    }

    @Test
    void rightThatEndsOrIsRevoked_isTold() {
        Content ending = site.publish(owner, source, "ending", named(reader));
        Content revoked = site.publish(owner, source, "revoked", named(reader));
        site.catalog.access().expiry().change(owner.id(), ending.id(),
                Map.of(reader.id(), Optional.of(site.now.plusSeconds(60))));
        site.pass(Duration.ofMinutes(2));
        site.catalog.access().expiry().endDue();
        site.pass(Duration.ofMinutes(1));
        site.catalog.access().revocations().revoke(new ReportScope(owner.id(), false),
                Set.of(new Right.Key(revoked.id(), GrantType.NAMED, reader.id())));
        assertThat(told(reader)).filteredOn(notice -> notice.kind() == Kind.ACCESS_ENDED)
                .extracting(Notice::detail).containsExactly("revoked", "ending");
    }

    @Test
    void memberWhoIsFetching_isToldWhenTheGroupOrItsMembershipEnds() {
        Account leaving = site.account("leaving");
        Account idle = site.account("idle");
        Group group = site.group(owner, "Ice", reader, leaving, idle);
        Content content = site.publish(owner, source, "ice",
                new Grants(Access.GROUP, List.of(group.id()), List.of()));
        fetch(reader, content);
        fetch(leaving, content);
        site.catalog.people().memberships().remove(owner.id(), group.id(), leaving.id());
        assertThat(told(leaving)).extracting(Notice::kind).contains(Kind.ACCESS_ENDED);
        assertThat(told(reader)).extracting(Notice::kind).doesNotContain(Kind.ACCESS_ENDED);
        site.catalog.people().groups().delete(owner.id(), group.id());
        assertThat(told(reader)).extracting(Notice::kind).contains(Kind.ACCESS_ENDED);
        assertThat(told(leaving)).extracting(Notice::kind).containsOnlyOnce(Kind.ACCESS_ENDED);
        assertThat(told(idle)).extracting(Notice::kind).doesNotContain(Kind.ACCESS_ENDED);
    }

    @Test
    void whoMayStillHaveIt_isNotToldOfAnEnd() {
        Content content = site.publish(owner, source, "survey", named(reader));
        change(content, Grants.EVERYONE);
        assertThat(told(reader)).extracting(Notice::kind).containsExactly(Kind.SHARED);
    }
}
