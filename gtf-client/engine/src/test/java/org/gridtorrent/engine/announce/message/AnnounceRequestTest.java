package org.gridtorrent.engine.announce.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.gridtorrent.engine.announce.Samples;
import org.gridtorrent.engine.announce.message.AnnounceRequest.Event;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.Test;

final class AnnounceRequestTest {
    @Test
    void queryHoldsAllParameters() {
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
    void periodicAnnounceHasNoEvent() {
        assertThat(Samples.announcement(Event.PERIODIC).query()).doesNotContain("event",
                "trackerid");
    }

    @Test
    void stoppedAnnounceWantsNoPeers() {
        assertThat(Samples.announcement(Event.STOPPED).query()).contains("&numwant=0&",
                "&event=stopped");
    }
}
