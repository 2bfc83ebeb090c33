package org.gridtorrent.client.status;

import java.util.Locale;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.ReasonLanguage;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.terminal.ByteSize;

/** English words of reason codes, as the command line prints them. */
public final class ReasonText implements ReasonLanguage {
    private static final ReasonText ENGLISH = new ReasonText();

    private ReasonText() {}

    public static String describe(TaskReason reason) {
        return reason.describe(ENGLISH);
    }

    @Override
    public String bytes(long bytes) {
        return ByteSize.words(bytes);
    }

    @Override
    public String count(long count) {
        return Long.toString(count);
    }

    @Override
    public String refusal(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String pattern(ReasonCode code, boolean isOne) {
        return switch (code) {
            case SENTENCE, ERROR -> "{0}";
            case MACHINE_OFFLINE ->
                "The machine is offline. The task continues when it is online again.";
            case DATASET_WITHDRAWN -> "The data set was withdrawn by its owner.";
            case COPY_RULE_ENDED -> "The data set's copy rule no longer requires this copy.";
            case COPY_RULE_REQUIRES -> "Required by the data set's copy rule.";
            case CANCELLED_BY_OWNER -> "Cancelled by its owner.";
            case SUPERSEDED -> "Replaced by a later task.";
            case MACHINE_WITHDRAWN -> "The machine was withdrawn.";
            case CLIENT_WITHOUT_NON_PRIVATE -> "The client on this machine is too old to publish a"
                    + " non-private torrent. Update it, then try again.";
            case ORDER_REFUSED -> "the site refused it: {0}";
            case ON_MACHINE, AT_PATH -> "{0}: {1}";
            case NOT_BEGUN -> "not begun";
            case BEGUN -> "begun";
            case PAUSED -> "paused";
            case RESUMING -> "resuming";
            case CANCELLED -> "cancelled";
            case CANCELLED_ON_MACHINE -> "cancelled on this machine";
            case NO_LONGER_LISTED -> "withdrawn by the site";
            case HASHING -> "hashing";
            case REGISTERING -> "registering";
            case CHECKING -> "checking";
            case CHECKING_FILES -> "checking existing files";
            case CHECKING_PIECES -> "checking pieces";
            case DELETING -> "deleting files";
            case FETCHING -> "fetching";
            case FETCHING_FILE_LIST -> "fetching the list of files";
            case TRACKER_SILENT -> "the tracker does not answer; trying again";
            case PUBLISHED -> "published; this machine keeps serving it";
            case PUBLISHED_REUSING -> "published; this machine keeps serving it; {0} hashed,"
                    + " {1} taken from the previous version";
            case PUBLISHED_WITHOUT_FOLDERS ->
                "published; this machine keeps serving it; empty folders left out: {0}";
            case PUBLISHED_REUSING_WITHOUT_FOLDERS -> "published; this machine keeps serving it;"
                    + " {0} hashed, {1} taken from the previous version;"
                    + " empty folders left out: {2}";
            case COMPLETE -> "complete and verified: {0}";
            case COMPLETE_REUSING ->
                "complete and verified: {0}; {1} was already on this machine";
            case SERVING -> "complete; this machine serves it: {0}";
            case FILES_GOOD -> "all {0} files are as published";
            case REPAIRED -> "repaired: {0} of {1} files were not as published";
            case NO_LONGER_SHARED -> "no longer shared; the files stay in {0}";
            case NO_LONGER_SHARED_IN_PLACE ->
                "no longer shared; the published files stay in {0}";
            case REMOVED -> "removed from {0}";
            case UPLOAD_LIMIT_SET -> "its limits are now upload {0}";
            case DOWNLOAD_LIMIT_SET -> "its limits are now download {0}";
            case LIMITS_SET -> "its limits are now upload {0}, download {1}";
            case FILES_BAD -> "{0} of {1} files in {2} are not as published";
            case PUBLISHED_IN_PLACE -> "{0} was published in place and is never changed;"
                    + " restore the files, or publish them again";
            case NOT_HELD -> "this machine does not have the data set";
            case HELD_ELSEWHERE -> "this machine already has the data set in {0}";
            case PLACE_TAKEN -> "{0} already exists and is not overwritten;"
                    + " move or rename it and try again, or choose another folder";
            case PUBLISHED_FILE_MISSING -> "{0} is missing or changed;"
                    + " it was published in place, so it is not restored";
            case FILE_MISSING -> "{0} is missing or not as long as published:"
                    + " another program changed it";
            case LIMIT_MALFORMED -> "a limit is malformed: {0}";
            case FOLDER_UNNAMED -> "the task names no folder to publish";
            case NO_SUCH_FOLDER -> "{0}: no such folder on this machine";
            case NO_SUCH_SOURCE -> "{0}: no such file or folder on this machine";
            case NOT_OPEN_FOR_PUBLISHING -> "{0} is not open for publishing;"
                    + " run on that machine: gridtorrent folder open {1}";
            case FOLDER_NOT_OPEN ->
                "{0} is not open; run on that machine: gridtorrent folder open {0}";
            case FOLDER_MISSING -> "{0} is missing";
            case FOLDER_UNMOUNTED -> "{0} is missing, and nothing is mounted at {1}";
            case MOUNT_OR_DROP -> "{0}; mount it, or drop the data set on this machine first";
            case DOWNLOADS_MISSING -> "{0} is missing, with everything that was downloaded into it;"
                    + " mount its disk, or create the folder again";
            case FILES_INCOMPLETE -> "some of its files were missing";
            case ACCESS_ENDED -> "Your access to this data set has ended.";
            case DEVICE_EXCLUDED ->
                "This machine was withdrawn from the site, or its user is disabled.";
            case METADATA_INVALID -> "the tracker sent invalid metadata: {0}";
            case SOURCE_EMPTY -> "{0} contains no data to publish";
            case SOURCE_CHANGED -> "the file {0} changed while it was read;"
                    + " publish it again when no program writes to it";
            case SOURCE_REFUSED -> "{0} cannot be published: {1}";
            case SOURCES_REFUSED -> "{0} paths in {1} cannot be published: {2}";
            case MORE_PATHS -> "and {0} more";
            case NAME_EMPTY -> "the name \"{0}\" is refused: it is not a name";
            case NAME_END -> "the name \"{0}\" is refused: it ends with a dot or a space";
            case NAME_RESERVED -> "the name \"{0}\" is refused: Windows reserves it";
            case NAME_NOT_UTF8 -> "the name \"{0}\" is refused: it is not UTF-8";
            case NAME_NONCHARACTER ->
                "the name \"{0}\" is refused: it contains a code that is no character";
            case NAME_FORBIDDEN_CHARACTER ->
                "the name \"{0}\" is refused: it contains \"{1}\"";
            case NAME_CONTROL_CHARACTER ->
                "the name \"{0}\" is refused: it contains a control character";
            case NAME_HALF_CHARACTER ->
                "the name \"{0}\" is refused: it contains half a character";
            case NAME_DIRECTION_MARK -> "the name \"{0}\" is refused: it contains a mark that"
                    + " changes the direction of writing";
            case NAME_TOO_LONG ->
                "the name \"{0}\" is refused: it has {1} bytes, allowed are {2}";
            case NAMES_ALIKE -> "it differs from {0} only in upper and lower case or in the"
                    + " composition of letters";
            case SPECIAL_FILE -> "it is a special file (a socket, pipe or device)";
            case UNREADABLE -> "this user may not read it";
            case LINK_NOWHERE -> "it is a link that leads nowhere";
            case LINK_OUTSIDE -> "it is a link that leads out of the folder";
            case LINK_TO_NO_FILE -> "it is a link to something that is not a file";
            case STOPPED -> "Stopped.";
            case CHECKING_EXISTING -> "Existing data is being checked.";
            case RECHECKING_CHANGED ->
                "Data that another program changed is being checked again.";
            case NO_PEERS -> "No peer with this content is known yet{0}.";
            case NO_PEERS_BUT_BANNED -> "No other peer with this content is known;"
                    + " peers that sent bad data are banned{0}.";
            case TRACKERS_ASKED -> "; asking its trackers";
            case TRACKER_KNOWS_NONE -> ": the tracker {0} knows no other{1}";
            case TRACKER_FAILS -> ", and its tracker fails: {0}";
            case TRACKERS_FAIL -> ", and all of its {0} trackers fail; the first is {1}";
            case CONNECTING -> isOne
                    ? "Connecting to the only known peer."
                    : "Connecting to {0} known peers.";
            case NO_HANDSHAKE ->
                "The peer at {0} accepted the connection but has not sent a handshake.";
            case NO_HANDSHAKES -> "The peer at {0} accepted the connection but has not sent a"
                    + " handshake, like {1} more.";
            case UNREACHABLE ->
                "No known peer can be reached; the last attempt was {0}: {1}.";
            case PEER_REFUSES -> "Refused: {0}: {1}.";
            case PEER_MISBEHAVES -> "{0}.";
            case NOBODY_HAS_METADATA -> "None of the {0} connected peers has the metadata of this"
                    + " torrent; waiting for another peer.";
            case METADATA_UNANSWERED ->
                "The peers do not answer requests for the metadata; they will be asked again.";
            case METADATA_SLOW -> "The peers send the metadata very slowly: {0} bytes so far.";
            case METADATA_BAD -> "The metadata of the link is invalid: {0}.";
            case NOBODY_HAS_PIECES -> (isOne
                    ? "The only connected peer has none of the "
                    : "None of the {0} connected peers has any of the ")
                    + "{1} missing pieces ({2}); waiting for another peer.";
            case INCOMPLETE -> "Some data differs from what was published:"
                    + " {0} pieces ({1}) cannot be served.";
            case CHOKED ->
                "All peers that have missing pieces are serving others; waiting for a slot.";
            case NO_ANSWER -> "No peer answers the requests for pieces.";
            case UPLOAD_LIMIT_OF_MACHINE ->
                "Limited by the upload limit of this machine, {0}{1}.";
            case DOWNLOAD_LIMIT_OF_MACHINE ->
                "Limited by the download limit of this machine, {0}{1}.";
            case UPLOAD_LIMIT_OF_CONTENT ->
                "Limited by the upload limit of this content, {0}{1}.";
            case DOWNLOAD_LIMIT_OF_CONTENT ->
                "Limited by the download limit of this content, {0}{1}.";
            case LIMIT_UNTIL -> " until {0}";
            case SLOW_DISK ->
                "Received data waits to be written; the disk is slow or does not answer.";
            case NO_MEMORY -> "No memory for pieces; other transfers wait for a disk that is slow"
                    + " or does not answer.";
            case DISK_FULL -> "Paused: {0}. Resumes automatically when space is free.";
            case PIECES_INVALIDATED -> "Some of the data is not served: {0}.";
            case WRITE_FAILED -> "The data cannot be written: {0}.";
            case OPEN_FAILED -> "The data cannot be used: {0}";
            case DISK_OF_PATH_FULL -> "the disk that holds {0} is full";
            case INODES_OF_PATH_USED -> "the disk that holds {0} rejects writes although space is"
                    + " free: its inodes or a quota may be used up";
            case PERMISSION_DENIED -> "{0}: permission denied";
            case FILE_NOT_FOUND -> "{0}: no such file or folder";
            case FILE_CONFLICT ->
                "{0} already exists with other content; it is left unchanged";
            case FILE_CHANGED -> "{0} was changed by another program";
            case CACHE_EVICTED -> "the cache made room for other pieces";
            case PIECE_UNREADABLE -> "piece {0} cannot be read: {1}";
            case SYSTEM_NO_SPACE, SYSTEM_QUOTA, SYSTEM_PERMISSION, SYSTEM_READ_ONLY,
                    SYSTEM_INPUT_OUTPUT, SYSTEM_TOO_MANY_FILES, SYSTEM_NAME_TOO_LONG,
                    SYSTEM_FILE_TOO_LARGE, SYSTEM_STALE_HANDLE, SYSTEM_CONNECTION_REFUSED,
                    SYSTEM_CONNECTION_RESET, SYSTEM_CONNECTION_TIMEOUT, SYSTEM_NO_ROUTE ->
                SystemErrors.words(code);
        };
    }
}
