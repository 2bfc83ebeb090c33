package org.gridtorrent.bench.link.netem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.link.line.HostTraffic;
import org.gridtorrent.bench.link.line.NetworkNamespace;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.Json;

/** Counters of a {@link NetemLine}'s queues, as {@code tc} shows them. */
public final class NetemCounters {
    public static final List<String> SHOW = List.of("tc", "-s", "-j", "qdisc", "show");

    private NetemCounters() {}

    /** Reads the queues of all hosts, and of the middle, where this command runs {@link #SHOW}. */
    public static List<HostTraffic> read(List<? extends Host> hosts, List<String> showMiddle)
            throws IOException, InterruptedException {
        JsonNode middle = Json.MAPPER.readTree(Tool.run(showMiddle));
        List<HostTraffic> traffic = new ArrayList<>();
        for (Host host : hosts) {
            JsonNode own = Json.MAPPER.readTree(Tool.run(host.commandOn(SHOW)));
            traffic.add(traffic(traffic.size() + 1, own, middle));
        }
        return traffic;
    }

    /** A packet that the lower queue refuses counts with the upper one's lost ones as well. */
    static HostTraffic traffic(int host, JsonNode own, JsonNode middle) throws IOException {
        JsonNode lottery = queue(own, NetworkNamespace.DEVICE, "netem");
        JsonNode up = queue(own, NetworkNamespace.DEVICE, "tbf");
        JsonNode arrived = queue(middle, NetemLine.far(host), "netem");
        JsonNode down = queue(middle, NetemLine.far(host), "tbf");
        long refused = count(up, "drops");
        return new HostTraffic(host,
                count(lottery, "packets") + count(lottery, "drops") + count(lottery, "qlen"),
                count(lottery, "bytes") + count(lottery, "backlog"),
                count(lottery, "drops") - refused,
                refused + count(down, "drops"),
                count(arrived, "packets"),
                count(arrived, "bytes"),
                null);
    }

    private static JsonNode queue(JsonNode shown, String device, String kind) throws IOException {
        for (JsonNode one : shown) {
            if (one.path("dev").asText().equals(device) && one.path("kind").asText().equals(kind)) {
                return one;
            }
        }
        throw new IOException("tc shows no " + kind + " on " + device);
    }

    private static long count(JsonNode queue, String field) throws IOException {
        if (!queue.path(field).canConvertToLong()) {
            throw new IOException("tc shows no " + field + " of " + queue);
        }
        return queue.get(field).asLong();
    }
}
