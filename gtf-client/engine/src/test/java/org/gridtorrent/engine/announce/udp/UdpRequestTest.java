package org.gridtorrent.engine.announce.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

@SuppressWarnings("ByteBufferBackingArray") // all of them begin at their array's begin
final class UdpRequestTest {
    private static byte[] slice(ByteBuffer bytes, int from, int to) {
        return Arrays.copyOfRange(bytes.array(), from, to);
    }

    @Test
    void announceFollowsBep15() {
        ByteBuffer bytes = new UdpRequest.Announce(Samples.announcement(Event.STARTED), "")
                .encode(5, 6);
        assertThat(bytes.remaining()).isEqualTo(98);
        assertThat(bytes.getLong(0)).isEqualTo(5);
        assertThat(bytes.getInt(8)).isEqualTo(1);
        assertThat(bytes.getInt(12)).isEqualTo(6);
        assertThat(slice(bytes, 16, 36)).isEqualTo(Samples.infoHash(1).bytes());
        assertThat(slice(bytes, 36, 56)).isEqualTo(Samples.SELF.bytes());
        assertThat(bytes.getLong(56)).as("downloaded").isEqualTo(22);
        assertThat(bytes.getLong(64)).as("left").isEqualTo(33);
        assertThat(bytes.getLong(72)).as("uploaded").isEqualTo(11);
        assertThat(bytes.getInt(80)).as("event").isEqualTo(2);
        assertThat(bytes.getInt(84)).as("address").isZero();
        assertThat(bytes.getInt(88)).as("key").isEqualTo(0xCAFE0001);
        assertThat(bytes.getInt(92)).as("peers wanted").isEqualTo(50);
        assertThat(bytes.getShort(96)).as("port").isEqualTo((short) 6881);
    }

    @Test
    void eventCodesFollowBep15() {
        for (Event event : Event.values()) {
            int number = new UdpRequest.Announce(Samples.announcement(event), "").encode(0, 0)
                    .getInt(80);
            assertThat(number).as("%s", event).isEqualTo(switch (event) {
                case PERIODIC, PAUSED -> 0;
                case COMPLETED -> 1;
                case STARTED -> 2;
                case STOPPED -> 3;
            });
        }
    }

    @Test
    void pathFollowsInOptionsOfBep41() {
        String place = "/" + "a".repeat(299) + "?key=1";
        ByteBuffer bytes = new UdpRequest.Announce(Samples.announcement(Event.STARTED), place)
                .encode(5, 6);
        assertThat(bytes.remaining()).isEqualTo(98 + 2 + 255 + 2 + 51);
        assertThat(bytes.get(98)).isEqualTo((byte) 2);
        assertThat(bytes.get(99)).isEqualTo((byte) 255);
        assertThat(bytes.get(98 + 257)).isEqualTo((byte) 2);
        assertThat(bytes.get(98 + 258)).isEqualTo((byte) 51);
        byte[] joined = new byte[306];
        System.arraycopy(bytes.array(), 100, joined, 0, 255);
        System.arraycopy(bytes.array(), 98 + 259, joined, 255, 51);
        assertThat(joined).isEqualTo(Samples.ascii(place));
    }

    @Test
    void pathIsCutAtItsLimit() {
        ByteBuffer bytes = new UdpRequest.Announce(Samples.announcement(Event.STARTED),
                "/".repeat(100_000)).encode(5, 6);
        assertThat(bytes.remaining()).isLessThan(1200);
    }

    @Test
    void scrapeNamesItsTorrents() {
        ByteBuffer bytes = new UdpRequest.Scrape(
                List.of(Samples.infoHash(1), Samples.infoHash(2))).encode(5, 6);
        assertThat(bytes.remaining()).isEqualTo(56);
        assertThat(bytes.getInt(8)).isEqualTo(2);
        assertThat(slice(bytes, 36, 56)).isEqualTo(Samples.infoHash(2).bytes());
    }

    @Test
    void scrapeFitsIntoAnUnfragmentedDatagram() {
        List<InfoHash> most = Collections.nCopies(UdpRequest.MAX_SCRAPED, Samples.infoHash(1));
        assertThat(new UdpRequest.Scrape(most).encode(0, 0).remaining()).isLessThan(1472);
        assertThatThrownBy(() -> new UdpRequest.Scrape(
                Collections.nCopies(UdpRequest.MAX_SCRAPED + 1, Samples.infoHash(1))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("71");
        assertThatThrownBy(() -> new UdpRequest.Scrape(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void longInfoHashIsTruncated() {
        byte[] digest = new byte[32];
        Arrays.fill(digest, 20, 32, (byte) 1);
        ByteBuffer bytes = new UdpRequest.Scrape(List.of(InfoHash.of(digest))).encode(0, 0);
        assertThat(slice(bytes, 16, 36)).containsOnly(0);
    }
}
