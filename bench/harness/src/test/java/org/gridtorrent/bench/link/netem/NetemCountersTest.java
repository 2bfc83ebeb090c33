package org.gridtorrent.bench.link.netem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.terminal.Json;
import org.junit.jupiter.api.Test;

class NetemCountersTest {
    private static final String OWN = """
            [{"kind":"noqueue","handle":"0:","dev":"lo","root":true,"refcnt":2,"options":{},
            "bytes":0,"packets":0,"drops":0,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
            {"kind":"netem","handle":"1:","dev":"wan0","root":true,"refcnt":2,"options":{"limit":3675},
            "bytes":4570725,"packets":4467,"drops":706,"overlimits":0,"requeues":0,"backlog":168,"qlen":2},
            {"kind":"tbf","handle":"2:","dev":"wan0","parent":"1:1","options":{"rate":1250000},
            "bytes":4570725,"packets":4467,"drops":702,"overlimits":17206,"requeues":0,"backlog":0,"qlen":0}]
            """;
    private static final String MIDDLE = """
            [{"kind":"netem","handle":"1:","dev":"host1","root":true,"refcnt":2,"options":{"limit":3675},
            "bytes":126326,"packets":1506,"drops":5,"overlimits":0,"requeues":0,"backlog":0,"qlen":0},
            {"kind":"tbf","handle":"2:","dev":"host1","parent":"1:1","options":{"rate":1250000},
            "bytes":126326,"packets":1506,"drops":5,"overlimits":533,"requeues":0,"backlog":0,"qlen":0}]
            """;

    @Test
    void countsPacketsThatTheLowerQueueRefusedAsDropped() throws IOException {
        HostTraffic traffic = NetemCounters.traffic(1, json(OWN), json(MIDDLE));
        assertThat(traffic).isEqualTo(
                new HostTraffic(1, 5175, 4570893, 4, 707, 1506, 126326, null));
    }

    @Test
    void queuesThatAreNotThere_areSaid() {
        assertThatThrownBy(() -> NetemCounters.traffic(2, json(OWN), json(MIDDLE)))
                .isInstanceOf(IOException.class).hasMessageContaining("no netem on host2");
        assertThatThrownBy(() -> NetemCounters.traffic(1, json(OWN.replace("drops", "x")),
                json(MIDDLE))).hasMessageContaining("no drops");
    }

    private static JsonNode json(String text) throws IOException {
        return Json.MAPPER.readTree(text);
    }
}
