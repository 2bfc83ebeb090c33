package org.gridtorrent.mdtp.http;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * What a server says of a file to tell its versions apart.
 *
 * @param server origin of the server; entity tags of different servers are never compared
 * @param entityTag strong entity tag (RFC 9110, 8.8.3), with its quotes
 * @param lastModified value of Last-Modified, as it was sent
 */
record FileVersion(String server, Optional<String> entityTag, Optional<String> lastModified) {

    private static final int MAX_LENGTH = 1_024;

    static FileVersion of(URI uri, HttpHeaders headers) {
        return new FileVersion(ReplicaUri.origin(uri),
                headers.firstValue("etag").filter(FileVersion::isStrongEntityTag),
                headers.firstValue("last-modified").filter(text -> text.length() <= MAX_LENGTH));
    }

    private static boolean isStrongEntityTag(String text) {
        return text.length() <= MAX_LENGTH && text.matches("\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");
    }

    /** Whether it is certainly of another version of the file than the other one. */
    boolean differsFrom(FileVersion other) {
        return server.equals(other.server) && (differ(entityTag, other.entityTag)
                || ((entityTag.isEmpty() || other.entityTag.isEmpty())
                        && differ(lastModified, other.lastModified)));
    }

    private static boolean differ(Optional<String> one, Optional<String> other) {
        return one.isPresent() && other.isPresent() && !one.equals(other);
    }

    /** With what an earlier response of the same server said besides. */
    FileVersion with(Optional<FileVersion> earlier) {
        return earlier.filter(before -> before.server.equals(server))
                .map(before -> new FileVersion(server, entityTag.or(before::entityTag),
                        lastModified.or(before::lastModified)))
                .orElse(this);
    }

    Optional<Replica.Validator> validator() {
        return entityTag.or(() -> lastModified)
                .map(value -> new Replica.Validator(server, value));
    }
}
