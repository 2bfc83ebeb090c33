package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class SharedWithMeTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account guest;
    private Account member;
    private Group ice;
    private Group snow;
    private Device source;

    SharedWithMeTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        member = site.account("member");
        source = site.device(owner);
        ice = site.group(owner, "Ice", guest, member);
        snow = site.group(owner, "Snow", guest);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void whatOthersGave_isListedWithTheWayAndItsEnd_theNewestFirst() {
        Content named = publish("named", Grants.accounts(List.of(guest.id(), member.id())));
        Content grouped = publish("grouped", Grants.groups(List.of(snow.id(), ice.id())));
        var end = site.now.plus(Duration.ofDays(1));
        site.catalog.access().expiry().change(owner.id(), named.id(),
                Map.of(guest.id(), Optional.of(end)));
        assertThat(received(guest)).extracting(item -> item.content().id())
                .containsExactly(grouped.id(), named.id());
        assertThat(received(guest).getFirst().rights())
                .extracting(right -> right.key().road(), Right::who, Right::ends)
                .containsExactly(tuple(GrantType.GROUP, "Ice", Optional.empty()),
                        tuple(GrantType.GROUP, "Snow", Optional.empty()));
        assertThat(received(guest).getLast().rights())
                .extracting(right -> right.key().road(), Right::ownerName, Right::ends)
                .containsExactly(tuple(GrantType.NAMED, "owner", Optional.of(end)));
    }

    /** With which other groups something is shared is its owner's to know. */
    @Test
    void groupsThatOneIsNotIn_areNotAmongTheWays() {
        publish("grouped", Grants.groups(List.of(snow.id(), ice.id())));
        assertThat(received(member)).flatMap(SharedWithMe.Item::rights)
                .extracting(Right::who).containsExactly("Ice");
    }

    @Test
    void onesOwn_whatIsEverybodys_andWhatIsNotPublished_areNotListed() {
        publish("open", Grants.EVERYONE);
        publish("own", Grants.accounts(List.of(owner.id(), member.id())));
        publish("others", Grants.accounts(List.of(member.id())));
        site.catalog.datasets().publishing().publish(new Draft(owner.id(), "preparing", "",
                Grants.accounts(List.of(guest.id())), source.id(), "/data/x"));
        assertThat(received(guest)).isEmpty();
        assertThat(received(owner)).isEmpty();
    }

    @Test
    void whatWasTakenBack_isGone() {
        Content named = publish("named", Grants.accounts(List.of(guest.id())));
        publish("grouped", Grants.groups(List.of(ice.id())));
        site.catalog.datasets().withdrawals().withdraw(owner.id(), named.id(), "Wrong.");
        site.catalog.people().memberships().leave(guest.id(), ice.id());
        assertThat(received(guest)).isEmpty();
        assertThat(received(member)).hasSize(1);
        site.catalog.identity().accounts().disable(member.id());
        assertThat(received(member)).isEmpty();
    }

    @Test
    void aLongList_comesInPages() {
        for (int i = 0; i < 5; i++) {
            publish("number " + i, Grants.groups(List.of(ice.id(), snow.id())));
        }
        ResultPage<SharedWithMe.Item> first = site.catalog.access().sharedWithMe().of(guest.id(), 0,
                3);
        ResultPage<SharedWithMe.Item> last = site.catalog.access().sharedWithMe().of(guest.id(), 3,
                3);
        assertThat(first.items()).extracting(item -> item.content().title())
                .containsExactly("number 4", "number 3", "number 2");
        assertThat(last.items()).extracting(item -> item.content().title())
                .containsExactly("number 1", "number 0");
        assertThat(first.more()).isTrue();
        assertThat(last.more()).isFalse();
    }

    private Content publish(String title, Grants grants) {
        site.pass(Duration.ofMinutes(1));
        return site.publish(owner, source, title, grants);
    }

    private List<SharedWithMe.Item> received(Account reader) {
        return site.catalog.access().sharedWithMe().of(reader.id(), 0, 10).items();
    }
}
