package org.gridtorrent.client.status;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Codes for errors of the operating system, which Java knows by the system's words alone. */
final class SystemErrors {
    private static final Map<ReasonCode, String> WORDS = Map.ofEntries(
            Map.entry(ReasonCode.SYSTEM_NO_SPACE, "No space left on device"),
            Map.entry(ReasonCode.SYSTEM_QUOTA, "Disk quota exceeded"),
            Map.entry(ReasonCode.SYSTEM_PERMISSION, "Permission denied"),
            Map.entry(ReasonCode.SYSTEM_READ_ONLY, "Read-only file system"),
            Map.entry(ReasonCode.SYSTEM_INPUT_OUTPUT, "Input/output error"),
            Map.entry(ReasonCode.SYSTEM_TOO_MANY_FILES, "Too many open files"),
            Map.entry(ReasonCode.SYSTEM_NAME_TOO_LONG, "File name too long"),
            Map.entry(ReasonCode.SYSTEM_FILE_TOO_LARGE, "File too large"),
            Map.entry(ReasonCode.SYSTEM_STALE_HANDLE, "Stale file handle"),
            Map.entry(ReasonCode.SYSTEM_CONNECTION_REFUSED, "Connection refused"),
            Map.entry(ReasonCode.SYSTEM_CONNECTION_RESET, "Connection reset"),
            Map.entry(ReasonCode.SYSTEM_CONNECTION_TIMEOUT, "Connection timed out"),
            Map.entry(ReasonCode.SYSTEM_NO_ROUTE, "No route to host"));
    private static final Map<String, ReasonCode> CODES = WORDS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private SystemErrors() {}

    static String words(ReasonCode code) {
        return Objects.requireNonNull(WORDS.get(code));
    }

    /** The error that these words stand for, or an error that no code stands for. */
    static TaskReason of(String words) {
        ReasonCode code = CODES.get(words);
        return code == null ? TaskReason.of(ReasonCode.ERROR, words) : TaskReason.of(code);
    }
}
