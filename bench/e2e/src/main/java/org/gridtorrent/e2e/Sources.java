package org.gridtorrent.e2e;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.Wrong;

/** What each holder of a data set has sent, counted by the holders' own daemons from now on. */
final class Sources {
    private final Map<Actor, Long> before = new LinkedHashMap<>();
    private final String infoHash;

    Sources(List<Actor> holders, String datasetId) {
        this.infoHash = holders.getFirst().api().get("/datasets/" + datasetId).path("infoHash")
                .asText();
        holders.forEach(holder -> before.put(holder, holder.machine().uploaded(infoHash)));
    }

    /** A line with every holder's share; a holder that sent nothing is wrong. */
    String since() {
        return before.entrySet().stream().map(entry -> share(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private String share(Actor holder, long sentBefore) {
        long sent = holder.machine().uploaded(infoHash) - sentBefore;
        if (sent <= 0) {
            throw new Wrong(holder.machineName() + " sent nothing, although it holds everything");
        }
        return "%s sent %s".formatted(holder.machineName(), Console.megabytes(sent));
    }
}
