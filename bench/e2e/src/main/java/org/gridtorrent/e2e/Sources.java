package org.gridtorrent.e2e;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gridtorrent.e2e.process.CheckFailure;

/** What each holder of a data set has sent, counted by the holders' own daemons from now on. */
final class Sources {
    private final String infoHash;
    private final Map<Actor, Long> before;

    Sources(List<Actor> holders, String datasetId) {
        this.infoHash = holders.getFirst().api().get("/datasets/" + datasetId).path("infoHash")
                .asText();
        this.before = sent(holders);
    }

    private Map<Actor, Long> sent(Collection<Actor> holders) {
        return holders.parallelStream().collect(Collectors.toConcurrentMap(Function.identity(),
                holder -> holder.machine().uploaded(infoHash)));
    }

    /** A line with every holder's share; a holder that sent nothing is wrong. */
    String since() {
        return sent(before.keySet()).entrySet().stream()
                .map(entry -> share(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private String share(Actor holder, long sentUntilNow) {
        long sent = sentUntilNow - before.getOrDefault(holder, 0L);
        if (sent <= 0) {
            throw new CheckFailure(
                    holder.machineName() + " sent nothing, although it holds everything");
        }
        return "%s sent %s".formatted(holder.machineName(), Console.megabytes(sent));
    }
}
