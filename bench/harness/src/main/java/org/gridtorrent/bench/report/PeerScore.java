package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;

/**
 * Number of rows that are better, equal and worse beside one peer, in all experiments together.
 *
 * <p>Rows compared with published figures, bounds, other settings or GridTorrent's own components are not
 * counted.
 */
record PeerScore(String peer, int better, int equal, int worse, int skipped) {
    /** Beginnings of names that are no other program; "one at a time" is ours too. */
    private static final List<String> NO_PEERS = List.of("the ", "PTCP", "GridTorrent",
            "one at a time");

    /** Scores of all peers, in the order of the rows. */
    static List<PeerScore> of(List<ReportSection> sections) {
        Map<String, PeerScore> standings = new LinkedHashMap<>();
        for (ReportSection section : sections) {
            for (Result result : section.results().stream().filter(PeerScore::counts).toList()) {
                String peer = name(result.peer());
                standings.merge(peer, one(peer, result), PeerScore::plus);
            }
        }
        return new ArrayList<>(standings.values());
    }

    /** True when the row's peer is another program, or an aim. */
    static boolean counts(Result result) {
        return result.peer().equals(Result.AIM)
                || NO_PEERS.stream().noneMatch(result.peer()::startsWith);
    }

    /**
     * Without what differs between a peer's rows: what comes after a colon or a comma's "one
     * connection", and a program's number of streams.
     */
    static String name(String peer) {
        return peer.replaceFirst(":.*$", "").replaceFirst(", (one|\\d+) connections?$", "")
                .replaceFirst(" -P \\d+$", "").replaceFirst(", \\d+ (streams?|flows?)$", "")
                .strip();
    }

    private static PeerScore one(String peer, Result result) {
        return switch (result) {
            case Measured measured -> switch (Verdict.of(measured)) {
                case BETTER -> new PeerScore(peer, 1, 0, 0, 0);
                case EQUAL -> new PeerScore(peer, 0, 1, 0, 0);
                case WORSE -> new PeerScore(peer, 0, 0, 1, 0);
            };
            case Result.Skipped _ -> new PeerScore(peer, 0, 0, 0, 1);
        };
    }

    private PeerScore plus(PeerScore other) {
        return new PeerScore(peer, better + other.better, equal + other.equal, worse + other.worse,
                skipped + other.skipped);
    }
}
