package org.gridtorrent.metainfo.reason;

import java.util.List;

/**
 * What became of a task, or hinders it, with the arguments that its words need. The names are stable: they are sent,
 * stored and read by programs. New codes are added, and none is renamed.
 */
public enum ReasonCode {
    /** English words of a client or site that is older than reason codes. */
    SENTENCE(Argument.TEXT),
    /** English words of an operating system, or of another program. */
    ERROR(Argument.TEXT),

    // The site's word on a task
    MACHINE_OFFLINE,
    DATASET_WITHDRAWN,
    COPY_RULE_ENDED,
    COPY_RULE_REQUIRES,
    CANCELLED_BY_OWNER,
    SUPERSEDED,
    MACHINE_WITHDRAWN,
    CLIENT_WITHOUT_NON_PRIVATE,
    /** An order that the site refused. */
    ORDER_REFUSED(Argument.REFUSAL),
    /** What is said of a machine, by its name. */
    ON_MACHINE(Argument.TEXT, Argument.CAUSES),

    // A task as it moves on
    NOT_BEGUN,
    BEGUN,
    PAUSED,
    RESUMING,
    CANCELLED,
    CANCELLED_ON_MACHINE,
    NO_LONGER_LISTED,
    HASHING,
    REGISTERING,
    CHECKING,
    CHECKING_FILES,
    CHECKING_PIECES,
    DELETING,
    FETCHING,
    FETCHING_FILE_LIST,
    TRACKER_SILENT,

    // A task that is done
    PUBLISHED,
    /** Bytes hashed, and bytes taken from the previous version. */
    PUBLISHED_REUSING(Argument.BYTES, Argument.BYTES),
    /** Empty folders left out. */
    PUBLISHED_WITHOUT_FOLDERS(Argument.COUNT),
    PUBLISHED_REUSING_WITHOUT_FOLDERS(Argument.BYTES, Argument.BYTES, Argument.COUNT),
    COMPLETE(Argument.TEXT),
    /** The place, and bytes that were there before. */
    COMPLETE_REUSING(Argument.TEXT, Argument.BYTES),
    SERVING(Argument.TEXT),
    FILES_GOOD(Argument.COUNT),
    REPAIRED(Argument.COUNT, Argument.COUNT),
    NO_LONGER_SHARED(Argument.TEXT),
    NO_LONGER_SHARED_IN_PLACE(Argument.TEXT),
    REMOVED(Argument.TEXT),
    UPLOAD_LIMIT_SET(Argument.TEXT),
    DOWNLOAD_LIMIT_SET(Argument.TEXT),
    LIMITS_SET(Argument.TEXT, Argument.TEXT),

    // A task that failed
    /** Files that are not good, of how many, and the place. */
    FILES_BAD(Argument.COUNT, Argument.COUNT, Argument.TEXT),
    PUBLISHED_IN_PLACE(Argument.TEXT),
    NOT_HELD,
    HELD_ELSEWHERE(Argument.TEXT),
    PLACE_TAKEN(Argument.TEXT),
    PUBLISHED_FILE_MISSING(Argument.TEXT),
    FILE_MISSING(Argument.TEXT),
    LIMIT_MALFORMED(Argument.TEXT),
    FOLDER_UNNAMED,
    NO_SUCH_FOLDER(Argument.TEXT),
    NO_SUCH_SOURCE(Argument.TEXT),
    /** The folder as it was named, and as it is to be opened. */
    NOT_OPEN_FOR_PUBLISHING(Argument.TEXT, Argument.TEXT),
    FOLDER_NOT_OPEN(Argument.TEXT),
    FOLDER_MISSING(Argument.TEXT),
    /** The folder, and the mount point where nothing is mounted. */
    FOLDER_UNMOUNTED(Argument.TEXT, Argument.TEXT),
    MOUNT_OR_DROP(Argument.CAUSES),
    DOWNLOADS_MISSING(Argument.TEXT),
    FILES_INCOMPLETE,
    ACCESS_ENDED,
    DEVICE_EXCLUDED,
    METADATA_INVALID(Argument.TEXT),

    // What cannot be published
    SOURCE_EMPTY(Argument.TEXT),
    SOURCE_CHANGED(Argument.TEXT),
    SOURCE_REFUSED(Argument.TEXT, Argument.CAUSES),
    /** How many paths, in which folder, and the first of them. */
    SOURCES_REFUSED(Argument.COUNT, Argument.TEXT, Argument.CAUSES),
    MORE_PATHS(Argument.COUNT),
    NAME_EMPTY(Argument.TEXT),
    NAME_END(Argument.TEXT),
    NAME_RESERVED(Argument.TEXT),
    NAME_NOT_UTF8(Argument.TEXT),
    NAME_NONCHARACTER(Argument.TEXT),
    NAME_FORBIDDEN_CHARACTER(Argument.TEXT, Argument.TEXT),
    NAME_CONTROL_CHARACTER(Argument.TEXT),
    NAME_HALF_CHARACTER(Argument.TEXT),
    NAME_DIRECTION_MARK(Argument.TEXT),
    /** The name, its bytes, and how many are allowed. */
    NAME_TOO_LONG(Argument.TEXT, Argument.COUNT, Argument.COUNT),
    NAMES_ALIKE(Argument.TEXT),
    SPECIAL_FILE,
    UNREADABLE,
    LINK_NOWHERE,
    LINK_OUTSIDE,
    LINK_TO_NO_FILE,

    // What hinders the exchange of pieces
    STOPPED,
    CHECKING_EXISTING,
    RECHECKING_CHANGED,
    /** With what its trackers have to do with it. */
    NO_PEERS(Argument.CAUSES),
    NO_PEERS_BUT_BANNED(Argument.CAUSES),
    TRACKERS_ASKED,
    /** The tracker, and its counts in English or nothing. */
    TRACKER_KNOWS_NONE(Argument.TEXT, Argument.TEXT),
    TRACKER_FAILS(Argument.TEXT),
    TRACKERS_FAIL(Argument.COUNT, Argument.TEXT),
    CONNECTING(Argument.COUNT),
    NO_HANDSHAKE(Argument.TEXT),
    /** One of them, and the count of the others. */
    NO_HANDSHAKES(Argument.TEXT, Argument.COUNT),
    UNREACHABLE(Argument.TEXT, Argument.CAUSES),
    PEER_REFUSES(Argument.TEXT, Argument.CAUSES),
    /** In technical English. */
    PEER_MISBEHAVES(Argument.TEXT),
    NOBODY_HAS_METADATA(Argument.COUNT),
    METADATA_UNANSWERED,
    METADATA_SLOW(Argument.COUNT),
    METADATA_BAD(Argument.TEXT),
    /** Connected peers, missing pieces, and which. */
    NOBODY_HAS_PIECES(Argument.COUNT, Argument.COUNT, Argument.TEXT),
    INCOMPLETE(Argument.COUNT, Argument.TEXT),
    CHOKED,
    NO_ANSWER,
    UPLOAD_LIMIT_OF_MACHINE(Argument.TEXT, Argument.CAUSES),
    DOWNLOAD_LIMIT_OF_MACHINE(Argument.TEXT, Argument.CAUSES),
    UPLOAD_LIMIT_OF_CONTENT(Argument.TEXT, Argument.CAUSES),
    DOWNLOAD_LIMIT_OF_CONTENT(Argument.TEXT, Argument.CAUSES),
    LIMIT_UNTIL(Argument.TEXT),
    SLOW_DISK,
    NO_MEMORY,
    DISK_FULL(Argument.CAUSES),
    PIECES_INVALIDATED(Argument.CAUSES),
    WRITE_FAILED(Argument.CAUSES),
    OPEN_FAILED(Argument.CAUSES),

    // What is wrong with a file
    AT_PATH(Argument.TEXT, Argument.CAUSES),
    DISK_OF_PATH_FULL(Argument.TEXT),
    INODES_OF_PATH_USED(Argument.TEXT),
    PERMISSION_DENIED(Argument.TEXT),
    FILE_NOT_FOUND(Argument.TEXT),
    FILE_CONFLICT(Argument.TEXT),
    FILE_CHANGED(Argument.TEXT),
    CACHE_EVICTED,
    PIECE_UNREADABLE(Argument.COUNT, Argument.CAUSES),

    // What the operating system says
    SYSTEM_NO_SPACE,
    SYSTEM_QUOTA,
    SYSTEM_PERMISSION,
    SYSTEM_READ_ONLY,
    SYSTEM_INPUT_OUTPUT,
    SYSTEM_TOO_MANY_FILES,
    SYSTEM_NAME_TOO_LONG,
    SYSTEM_FILE_TOO_LARGE,
    SYSTEM_STALE_HANDLE,
    SYSTEM_CONNECTION_REFUSED,
    SYSTEM_CONNECTION_RESET,
    SYSTEM_CONNECTION_TIMEOUT,
    SYSTEM_NO_ROUTE;

    /** What stands in a place of the words. */
    public enum Argument {
        TEXT, BYTES, COUNT,
        /** Name of a refusal by the site. */
        REFUSAL,
        /** The reasons behind, if there are any; always the last. */
        CAUSES
    }

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Argument> arguments;

    ReasonCode(Argument... arguments) {
        this.arguments = List.of(arguments);
    }

    /** In the order in which they are sent. */
    public List<Argument> arguments() {
        return arguments;
    }

    /** How many arguments there are besides causes. */
    int texts() {
        return hasCauses() ? arguments.size() - 1 : arguments.size();
    }

    boolean hasCauses() {
        return !arguments.isEmpty() && arguments.getLast() == Argument.CAUSES;
    }
}
