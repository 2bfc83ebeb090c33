package org.gridtorrent.tracker.swarm;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.swarm.OpenSwarms.OpenContent;
import org.gridtorrent.metainfo.InfoHash;

/** The swarms that are open to strangers now: no others can be asked for. Thread-safe. */
final class OpenSwarmRegistry {
    private final SwarmLimits limits;
    private final AtomicInteger strangers = new AtomicInteger();
    private final Map<InfoHash, OpenSwarm> swarms = new ConcurrentHashMap<>();
    private final SplittableRandom random = new SplittableRandom();

    OpenSwarmRegistry(SwarmLimits limits) {
        this.limits = limits;
    }

    Optional<OpenSwarm> swarm(InfoHash content) {
        return Optional.ofNullable(swarms.get(content));
    }

    Collection<OpenSwarm> all() {
        return swarms.values();
    }

    /** From now on these are open, and nothing else is. For one thread at a time. */
    void keepOnly(List<OpenContent> open) {
        Map<InfoHash, OpenContent> now = open.stream().collect(Collectors
                .toMap(content -> InfoHash.ofHex(content.infoHash()), Function.identity()));
        swarms.entrySet().removeIf(entry -> {
            boolean over = !now.containsKey(entry.getKey());
            if (over) {
                entry.getValue().close();
            }
            return over;
        });
        now.forEach((infoHash, content) -> swarms
                .computeIfAbsent(infoHash, _ -> new OpenSwarm(content.infoHash(), limits, strangers,
                        random.split()))
                .downloadsNoted(content.downloads()));
    }
}
