package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.people.Groups;
import org.gridtorrent.catalog.people.MembershipStatus;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class GroupsTest {
    private final TestDatabase database;
    private Site site;
    private Groups groups;
    private Account owner;
    private Account member;
    private Account stranger;

    GroupsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        groups = site.catalog.people().groups();
        owner = site.account("owner");
        member = site.account("member");
        stranger = site.account("stranger");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void namesThatPeopleWouldTakeForOne_areOneAmongOpenGroups() {
        Group group = site.group(owner, "Beam line");
        for (String alike : List.of("Beam line", "BEAM LINE", "beam  line", "\uff22eam line")) {
            assertThatThrownBy(() -> groups.create(stranger.id(), alike, "", true)).as(alike)
                    .isInstanceOf(CatalogException.class).hasMessageContaining("exists already");
            assertThat(groups.findByName(owner.id(), alike)).contains(group);
        }
    }

    @Test
    void names_haveThePunctuationOfRealGroups_andNoneThatMisleads() {
        for (String name : List.of("R&D", "ATLAS (Run 2)", "Größe & Co", "Gro\u0308\u00dfe",
                "C++")) {
            Group made = groups.create(owner.id(), name, "", false);
            assertThat(groups.findByName(owner.id(), name)).as(name).contains(made);
            groups.delete(owner.id(), made.id());
        }
        groups.create(owner.id(), "Bob\u2019s lab", "", true);
        assertThatThrownBy(() -> groups.create(stranger.id(), "bob's  lab", "", true))
                .hasMessageContaining("exists already");
        for (String name : List.of("a,b", "a/b", "a\u202eb", "a\u200bb", "a\nb", "&a", "a\"b",
                "a;b",
                "a".repeat(61))) {
            assertThatThrownBy(() -> groups.create(owner.id(), name, "", false)).as(name)
                    .hasMessageContaining("A group's name must have 2 to 60 letters");
        }
    }

    @Test
    void closedGroup_isThereForThoseAlone_whoAreInItOrWereInvited() {
        Group group = groups.create(owner.id(), "Ice", "Cores", false);
        assertThat(groups.find(stranger.id(), group.id())).isEmpty();
        assertThat(groups.findByName(stranger.id(), "ice")).isEmpty();
        assertThat(groups.others(stranger.id(), "", 0, 9).items()).isEmpty();
        assertThat(site.catalog.people().memberships().request(stranger.id(), group.id()))
                .isEmpty();
        site.catalog.people().memberships().invite(owner.id(), group.id(), member.id());
        assertThat(groups.find(member.id(), group.id())).map(Group::standing)
                .contains(MembershipStatus.INVITED);
        assertThat(groups.others(member.id(), "", 0, 9).items()).extracting(Group::name)
                .containsExactly("Ice");
        site.catalog.people().memberships().callOff(member.id(), group.id(), member.id());
        assertThat(groups.find(member.id(), group.id())).isEmpty();
    }

    @Test
    void nameOfAClosedGroup_isNotTakenForWhoMayNotKnowOfIt() {
        groups.create(owner.id(), "Ice", "", false);
        Group open = groups.create(stranger.id(), "Ice", "", true);
        groups.create(member.id(), "Ice", "", false);
        assertThatThrownBy(() -> groups.create(owner.id(), "ice", "", false))
                .isInstanceOf(CatalogException.class);
        assertThat(groups.findByName(owner.id(), "ice")).map(Group::open).contains(false);
        site.join(stranger, open, owner);
        assertThatThrownBy(() -> groups.findByName(owner.id(), "ice"))
                .isInstanceOf(CatalogException.class).hasMessageContaining("identifier");
        assertThat(groups.findByName(site.account("fourth").id(), "ice")).map(Group::id)
                .contains(open.id());
    }

    @Test
    void describe_renamesOpensAndCloses() {
        Group group = site.group(owner, "Ice");
        assertThat(groups.describe(owner.id(), group.id(), "Firn", "Snow of years", false))
                .hasValueSatisfying(now -> {
                    assertThat(now.name()).isEqualTo("Firn");
                    assertThat(now.description()).isEqualTo("Snow of years");
                    assertThat(now.open()).isFalse();
                });
        assertThat(groups.find(stranger.id(), group.id())).isEmpty();
        site.group(stranger, "Firn");
        assertThatThrownBy(() -> groups.describe(owner.id(), group.id(), "firn", "", true))
                .isInstanceOf(CatalogException.class).hasMessageContaining("exists already");
        assertThat(groups.describe(owner.id(), group.id(), "Ice", "", true)).isPresent();
        assertThat(groups.describe(stranger.id(), group.id(), "Mine", "", true)).isEmpty();
        assertThatThrownBy(() -> groups.describe(owner.id(), group.id(), "?", "", true))
                .isInstanceOf(CatalogException.class);
    }

    @Test
    void others_areFoundByWords_pageByPage() {
        Group mine = site.group(owner, "Alpha");
        for (String name : List.of("delta", "Beta", "Gamma")) {
            groups.create(stranger.id(), name, "About " + name + " 100%", true);
        }
        assertThat(groups.of(owner.id())).extracting(Group::id).containsExactly(mine.id());
        var first = groups.others(owner.id(), "", 0, 2);
        assertThat(first.items()).extracting(Group::name).containsExactly("Beta", "delta");
        assertThat(first.more()).isTrue();
        var second = groups.others(owner.id(), "", 2, 2);
        assertThat(second.items()).extracting(Group::name).containsExactly("Gamma");
        assertThat(second.more()).isFalse();
        assertThat(groups.known(owner.id(), 0, 3).items()).extracting(Group::name)
                .containsExactly("Alpha", "Beta", "delta");
        assertThat(groups.known(owner.id(), 3, 3)).satisfies(rest -> {
            assertThat(rest.items()).extracting(Group::name).containsExactly("Gamma");
            assertThat(rest.more()).isFalse();
        });
        assertThat(groups.of(stranger.id(), 0, 2).items()).extracting(Group::name)
                .containsExactly("Beta", "delta");
        assertThat(groups.of(stranger.id(), 0, 2).more()).isTrue();
        assertThat(groups.of(stranger.id(), 2, 2).items()).extracting(Group::name)
                .containsExactly("Gamma");
        assertThat(groups.others(owner.id(), "ABOUT gam", 0, 9).items())
                .extracting(Group::name).containsExactly("Gamma");
        assertThat(groups.others(owner.id(), "0%", 0, 9).items()).hasSize(3);
        assertThat(groups.others(owner.id(), "_amma", 0, 9).items()).isEmpty();
    }

    @Test
    void delete_takesAwayWhatWasSharedWithIt_andMovesEpochAndRevision() {
        Group group = site.group(owner, "Ice", member);
        Device source = site.device(owner);
        Content content = site.publish(owner, source, "Cores",
                Grants.groups(List.of(group.id())));
        String hash = content.infoHash().orElseThrow();
        long before = site.catalog.datasets().contents().accessList(owner.id(), hash).orElseThrow()
                .epoch();
        long revision = site.revision(source);
        assertThat(groups.delete(member.id(), group.id())).isFalse();
        assertThat(site.seenBy(member, content)).isPresent();
        assertThat(groups.delete(owner.id(), group.id())).isTrue();
        assertThat(groups.delete(owner.id(), group.id())).isFalse();
        var after = site.catalog.datasets().contents().accessList(owner.id(), hash).orElseThrow();
        assertThat(after.epoch()).isGreaterThan(before);
        assertThat(after.accountIds()).containsExactly(owner.id());
        assertThat(site.revision(source)).isGreaterThan(revision);
        assertThat(site.seenBy(member, content)).isEmpty();
        assertThat(groups.of(member.id())).isEmpty();
    }

    @Test
    void contents_areThoseThatOneMayReadByTheGroup() {
        Group group = site.group(owner, "Ice", member);
        Device source = site.device(owner);
        Grants grants = Grants.groups(List.of(group.id()));
        site.publish(owner, source, "Cores", grants);
        site.publish(owner, source, "Axes", grants);
        site.publish(owner, source, "Public", Grants.EVERYONE);
        site.catalog.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "Not yet", "", grants,
                        source.id(), "/data/x"));
        assertThat(groups.contents(member.id(), group.id(), 9).items())
                .extracting(Groups.Shared::title).containsExactly("Axes", "Cores");
        var first = groups.contents(member.id(), group.id(), 1);
        assertThat(first.items()).hasSize(1);
        assertThat(first.more()).isTrue();
        assertThat(groups.contents(stranger.id(), group.id(), 9).items()).isEmpty();
    }
}
