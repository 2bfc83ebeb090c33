package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.swarm.OpenPeer;
import org.gridtorrent.catalog.swarm.OpenSwarms;
import org.gridtorrent.catalog.swarm.OpenSwarms.News;
import org.gridtorrent.catalog.swarm.OpenSwarms.OpenContent;
import org.gridtorrent.catalog.swarm.SitePeer;
import org.gridtorrent.catalog.swarm.Swarms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class OpenSwarmsTest {
    private final TestDatabase database;
    private Site site;
    private OpenSwarms swarms;
    private Account owner;
    private Device device;

    OpenSwarmsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        swarms = site.catalog.sharing().openSwarms();
        owner = site.account("owner");
        device = site.device(owner);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private String publish(Grants grants) {
        return site.publish(owner, device, "Ice cores", grants).infoHash().orElseThrow();
    }

    private OpenPeer peer(String infoHash, int port, boolean complete, boolean gone) {
        return new OpenPeer(infoHash, "198.18.0.1", port, new byte[]{1, 2}, 7, complete, gone,
                site.now);
    }

    private List<OpenPeer> heard() {
        return swarms.heardSince(Instant.EPOCH, 100);
    }

    @Test
    void openContents_arePublicAndPublished() {
        String open = publish(Grants.EVERYONE);
        publish(Grants.accounts(List.of(owner.id())));
        site.catalog.datasets().publishing().publish(new Content.Draft(owner.id(), "Not yet", "",
                Grants.EVERYONE, device.id(), "/data/y"));
        assertThat(swarms.open(10)).containsExactly(new OpenContent(open, 0));
        swarms.downloaded(Map.of(open, 3L));
        swarms.downloaded(Map.of(open, 2L));
        assertThat(swarms.open(10)).containsExactly(new OpenContent(open, 5));
        assertThat(swarms.open(0)).isEmpty();
    }

    @Test
    void sitePeers_areTheDevicesOfPublicContentWithPlainTcp() {
        String open = publish(Grants.EVERYONE);
        String hidden = publish(Grants.accounts(List.of(owner.id())));
        assertThat(swarms.sitePeers(open, 10))
                .containsExactly(new SitePeer("192.0.2.7", 6881, true));
        assertThat(swarms.sitePeers(hidden, 10)).isEmpty();
        site.pass(Swarms.INTERVAL.multipliedBy(3));
        assertThat(swarms.sitePeers(open, 10)).as("silent since long").isEmpty();
    }

    @Test
    void sitePeers_areNoneOfAnAccountThatIsDisabled() {
        String open = publish(Grants.EVERYONE);
        site.catalog.identity().accounts().disable(owner.id());
        assertThat(swarms.sitePeers(open, 10)).isEmpty();
    }

    @Test
    void note_keepsTheLatestWordOnEachPlace() {
        String open = publish(Grants.EVERYONE);
        OpenPeer early = peer(open, 1, false, false);
        site.pass(Duration.ofSeconds(1));
        swarms.note("a", List.of(peer(open, 1, true, false), peer(open, 2, false, false)));
        swarms.note("b", List.of(early));
        assertThat(heard()).hasSize(2).anyMatch(peer -> peer.port() == 1 && peer.complete());
        site.pass(Duration.ofSeconds(1));
        swarms.note("b", List.of(peer(open, 1, true, true)));
        assertThat(heard()).singleElement().matches(peer -> peer.port() == 2
                && peer.address().equals("198.18.0.1") && peer.peerKey() == 7
                && peer.peerId().length == 2);
    }

    @Test
    void news_areThoseOfOtherNodes() {
        String open = publish(Grants.EVERYONE);
        Instant begin = swarms.readingBegin();
        swarms.note("a", List.of(peer(open, 1, false, false)));
        swarms.note("b", List.of(peer(open, 2, false, false)));
        News news = swarms.notedByOthers("a", begin, 10);
        assertThat(news.peers()).extracting(OpenPeer::port).containsExactly(2);
        swarms.note("b", List.of(peer(open, 3, false, true)));
        assertThat(swarms.notedByOthers("a", news.until(), 10).peers())
                .anyMatch(peer -> peer.port() == 3 && peer.gone());
    }

    @Test
    void newsBeyondTheMost_comeWithTheNextReading() {
        String open = publish(Grants.EVERYONE);
        Instant begin = swarms.readingBegin();
        swarms.note("b", List.of(peer(open, 1, false, false)));
        swarms.note("b", List.of(peer(open, 2, false, false)));
        swarms.note("b", List.of(peer(open, 3, false, false)));
        News first = swarms.notedByOthers("a", begin, 2);
        assertThat(first.peers()).extracting(OpenPeer::port).containsExactly(1, 2);
        assertThat(swarms.notedByOthers("a", first.until(), 2).peers())
                .extracting(OpenPeer::port).contains(3);
    }

    @Test
    void purge_dropsTheSilentAndWhatIsNotOpenAnyMore() {
        String open = publish(Grants.EVERYONE);
        String hidden = publish(Grants.accounts(List.of(owner.id())));
        swarms.note("a", List.of(peer(open, 1, false, false), peer(hidden, 1, false, false)));
        site.pass(Duration.ofSeconds(10));
        swarms.note("a", List.of(peer(open, 2, false, false)));
        assertThat(swarms.purge(site.now)).isEqualTo(2);
        assertThat(heard()).extracting(OpenPeer::port).containsExactly(2);
    }
}
