package org.gridtorrent.engine.announce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.gridtorrent.engine.announce.AnnounceRequest.Event;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

final class AnnounceRequestTest {
    @Test
    void theQueryTellsEverything() {
        byte[] digest = new byte[20];
        digest[0] = 'a';
        digest[1] = (byte) 0xFF;
        digest[2] = ' ';
        String query = new AnnounceRequest(InfoHash.of(digest), Samples.SELF, 0x00ABCDEF, 6881,
                Samples.share(33), Event.STARTED, "\u00ffid").query();
        assertThat(query.split("&")).containsExactly("info_hash=a%FF%20" + "%00".repeat(17),
                "peer_id=" + new String(Samples.SELF.bytes(),
                        java.nio.charset.StandardCharsets.ISO_8859_1).replace("-", "%2D"),
                "port=6881", "uploaded=11", "downloaded=22", "left=33", "compact=1",
                "no_peer_id=1", "numwant=50", "key=00ABCDEF", "trackerid=%FFid",
                "event=started");
    }

    @Test
    void whatHasNotHappenedIsNotTold() {
        assertThat(Samples.announcement(Event.PERIODIC).query()).doesNotContain("event",
                "trackerid");
    }

    @Test
    void whoLeavesWantsNoPeers() {
        assertThat(Samples.announcement(Event.STOPPED).query()).contains("&numwant=0&",
                "&event=stopped");
    }

    @Test
    void aLongHashIsNamedByItsFirstTwentyBytes() {
        byte[] digest = new byte[32];
        Arrays.fill(digest, 20, 32, (byte) 1);
        assertThat(AnnounceRequest.name(InfoHash.of(digest))).hasSize(20).containsOnly(0);
    }
}
