package org.gridtorrent.metainfo.create;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Thrown when paths below a folder cannot be published; the message names the first ten. */
public final class UnpublishableException extends MetainfoException {
    private static final long serialVersionUID = 1;
    private static final int MAX_NAMED = 10;

    private final transient List<Refusal> refusals;

    /** A path that cannot be published. */
    public record Refusal(Path path, String message, TaskReason reason) {

        static Refusal of(Path path, MetainfoException why) {
            return new Refusal(path, String.valueOf(why.getMessage()), why.reason());
        }

        /** The path and the reason in one line, safe to show. */
        public String describe() {
            return DisplayText.escape(path.toString()) + " cannot be published: " + message;
        }
    }

    /** At least one refusal, of paths in or at {@code root}. */
    UnpublishableException(Path root, List<Refusal> refusals) {
        super(message(root, refusals), reason(root, refusals));
        this.refusals = refusals.stream().sorted(Comparator.comparing(Refusal::path)).toList();
    }

    private static String message(Path root, List<Refusal> refusals) {
        if (refusals.size() == 1) {
            return refusals.getFirst().describe();
        }
        String named = refusals.stream().sorted(Comparator.comparing(Refusal::path))
                .limit(MAX_NAMED).map(one -> DisplayText
                        .escape(root.relativize(one.path).toString()) + ": " + one.message)
                .collect(Collectors.joining("; "));
        int more = Math.max(0, refusals.size() - MAX_NAMED);
        return "%d paths in %s cannot be published: %s%s".formatted(refusals.size(),
                DisplayText.escape(root.toString()), named,
                more == 0 ? "" : "; and %d more".formatted(more));
    }

    private static TaskReason reason(Path root, List<Refusal> refusals) {
        if (refusals.size() == 1) {
            Refusal only = refusals.getFirst();
            return TaskReason.of(ReasonCode.SOURCE_REFUSED,
                    DisplayText.escape(only.path.toString()), only.reason);
        }
        Stream<TaskReason> named = refusals.stream().sorted(Comparator.comparing(Refusal::path))
                .limit(MAX_NAMED).map(one -> TaskReason.of(ReasonCode.AT_PATH,
                        DisplayText.escape(root.relativize(one.path).toString()), one.reason));
        int more = refusals.size() - MAX_NAMED;
        return new TaskReason(ReasonCode.SOURCES_REFUSED,
                List.of(Integer.toString(refusals.size()), DisplayText.escape(root.toString())),
                Stream.concat(named, more > 0
                        ? Stream.of(TaskReason.of(ReasonCode.MORE_PATHS, more))
                        : Stream.of()).toList());
    }

    /** All of them, sorted by path. */
    public List<Refusal> refusals() {
        return refusals;
    }

    /** Those that the message only counts. */
    public List<Refusal> unnamed() {
        return refusals.stream().skip(MAX_NAMED).toList();
    }
}
