package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.ws.Holder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.GoneDataset;
import org.gridtorrent.contract.ReadableDataset;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a device hears of the data sets that its user may read, over the wire. */
class FollowDatasetsTest {
    @TempDir
    Path folder;
    private TrackerSite site;
    private Machine publisher;
    private Machine reader;
    private final Holder<String> cursor = new Holder<>();
    private final Holder<Boolean> restart = new Holder<>();
    private final List<GoneDataset> gone = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        site = new TrackerSite(folder);
        publisher = site.ready("publisher");
        reader = site.ready("reader");
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private Grants toReader() {
        return Grants.accounts(List.of(reader.account().id()));
    }

    private List<ReadableDataset> follow() throws TrackerFault {
        var dataset = new Holder<List<ReadableDataset>>();
        var left = new Holder<List<GoneDataset>>();
        var more = new Holder<Boolean>();
        reader.tracker().followDatasets(cursor, 100, restart, dataset, left, more);
        assertThat(more.value).isFalse();
        gone.clear();
        gone.addAll(left.value == null ? List.of() : left.value);
        return dataset.value == null ? List.of() : dataset.value;
    }

    @Test
    void device_followsWhatItsUserMayRead() throws Exception {
        Content shared = site.published(publisher, toReader(), "shared");
        site.published(publisher, Grants.accounts(List.of(publisher.account().id())), "hidden");
        assertThat(follow()).singleElement().satisfies(dataset -> {
            assertThat(dataset.getContentId()).isEqualTo(shared.id());
            assertThat(dataset.getInfoHash()).isEqualTo(shared.infoHash().orElseThrow());
            assertThat(dataset.getOwnerName()).isEqualTo(publisher.account().name());
            assertThat(dataset.getBytes()).isEqualTo(5);
            assertThat(dataset.getPublished().toGregorianCalendar().toInstant())
                    .isBetween(site.now.minusMillis(1), site.now.plusMillis(1));
        });
        assertThat(restart.value).isTrue();
        assertThat(follow()).isEmpty();
        assertThat(restart.value).isFalse();
        site.catalog.datasets().withdrawals().withdraw(publisher.account().id(), shared.id(),
                "wrong");
        assertThat(follow()).isEmpty();
        assertThat(gone).singleElement().satisfies(each -> {
            assertThat(each.getContentId()).isEqualTo(shared.id());
            assertThat(each.isWithdrawn()).isTrue();
        });
    }

    /** Without a task: by its right alone. */
    @Test
    void reader_joinsTheSwarm_andLosesItWithItsRight() throws Exception {
        Content shared = site.published(publisher, toReader(), "shared");
        String hash = shared.infoHash().orElseThrow();
        announceAsReader(hash);
        assertThat(reader.tracker().listPeers(hash, 9, null)).hasSize(1);
        reader.tracker().issueTicket(hash, new Holder<>(), new Holder<>());
        assertThat(publisher.tracker().listPeers(hash, 9, null)).singleElement()
                .satisfies(peer -> assertThat(peer.getDeviceId()).isEqualTo(reader.id()));
        assertThat(publisher.tracker().scrape(List.of(hash))).singleElement()
                .satisfies(counts -> {
                    assertThat(counts.getSeeds()).isEqualTo(1);
                    assertThat(counts.getLeeches()).isZero();
                    assertThat(counts.getCompleted()).isZero();
                });
        long before = revision(0);
        site.catalog.access().grants().replace(publisher.account().id(), shared.id(),
                Grants.accounts(List.of(publisher.account().id())));
        assertThat(revision(before)).isGreaterThan(before);
        assertThatThrownBy(() -> announceAsReader(hash)).isInstanceOf(TrackerFault.class);
        assertThat(follow()).isEmpty();
    }

    private void announceAsReader(String hash) throws TrackerFault {
        reader.tracker().announce(hash, AnnounceEvent.COMPLETED, 0, 5, 0, null, null, null, true,
                new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>());
    }

    private long revision(long known) throws TrackerFault {
        var revision = new Holder<Long>();
        reader.tracker().fetchTasks(known, 0, null, null, null, null, revision, new Holder<>(),
                new Holder<>(), new Holder<>(), new Holder<>());
        return revision.value;
    }
}
