package org.gridtorrent.client.fetch;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.FetchException;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.FetchResult;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;

/** English sentences for how a fetch goes and ends. */
final class FetchMessages {
    private FetchMessages() {}

    static String phase(Path target, FetchStatus status) {
        return switch (status.phase()) {
            case FETCHING -> status.isDiskFull()
                    ? target + " (the disk is full; it goes on when there is room)"
                    : target.toString();
            case VERIFYING -> "verifying " + target;
            case DONE -> target + " is complete";
        };
    }

    static String done(Path target, FetchResult result) {
        return "%s: %s %s; %s from %s in %.1f s, %s/s".formatted(target,
                ByteSize.words(result.fileLength()), verification(result),
                ByteSize.words(result.bytesReceived()), servers(result), result.seconds(),
                ByteSize.words((long) (result.bytesReceived() / result.seconds())));
    }

    private static String servers(FetchResult result) {
        int all = result.replicas().size();
        long used = result.replicas().stream().filter(replica -> replica.bytes() > 0).count();
        return all == 1 ? "1 server" : used + " of " + all + " servers";
    }

    static String present(Path target, boolean isVerified) {
        return target + (isVerified
                ? ": there already, and verified"
                : ": there already; no checksum is known, so it was not verified");
    }

    /** Line about bytes of an earlier fetch that the servers do not have. */
    static String dropped(Path target, long bytes) {
        return target + ": " + ByteSize.words(bytes) + " that an earlier fetch had left were given"
                + " up, since the servers that are named now have other content";
    }

    static CommandFailure exists(Path target, FetchOptions options) {
        return CommandFailure.failed(target
                + (options.verifies() ? " exists already, with other content" : " exists already")
                + "; choose another file with -o, or replace it with --overwrite");
    }

    private static String verification(FetchResult result) {
        if (!result.isVerified()) {
            return "complete; no checksum is known, so it was not verified";
        }
        return "complete and verified" + result.checksumServer()
                .map(server -> " by the checksum that " + server + " names").orElse("");
    }

    /** What went wrong, what to do next, and the exit status. */
    static CommandFailure failure(FetchException e, Path target, FetchOptions options) {
        String servers = servers(e.replicas());
        return switch (e.reason()) {
            case NO_REPLICA -> new CommandFailure(FetchExitStatus.of(e.replicas()),
                    "no server serves the file: " + servers);
            case NO_PROGRESS -> CommandFailure.noAnswer("nothing came from any server for "
                    + options.patience().toSeconds()
                    + " s; what came is kept, run it again to go on: " + servers);
            case LENGTHS_DIFFER -> CommandFailure.failed("the servers have files of different"
                    + " length; name the right ones only, or give --checksum: "
                    + lengths(e.replicas()));
            case CONTENTS_DIFFER -> CommandFailure.failed("the servers have different files of"
                    + " the same length; name the right ones only, or give --checksum: " + servers);
            case METALINK -> CommandFailure.badInput(target + " is a Metalink");
            case CHECKSUM_DIFFERS -> CommandFailure.badInput(target
                    + ": its checksum differs from the "
                    + (options.verifies() ? "expected one" : "one that the server names")
                    + "; what came was deleted");
            case OTHER_FILE_PRESENT -> CommandFailure.failed(PartialFile.partOf(target)
                    + " is part of another file, or of one from other addresses, or the file"
                    + " changed at the server; begin anew with --overwrite");
        };
    }

    private static String servers(List<ReplicaStatus> replicas) {
        return replicas.stream()
                .map(replica -> replica.name() + ": " + ReplicaMessages.why(replica))
                .collect(Collectors.joining("; "));
    }

    private static String lengths(List<ReplicaStatus> replicas) {
        return replicas.stream().filter(replica -> replica.fileLength().isPresent())
                .map(replica -> "%s: %,d bytes".formatted(replica.name(),
                        replica.fileLength().getAsLong()))
                .collect(Collectors.joining("; "));
    }
}
