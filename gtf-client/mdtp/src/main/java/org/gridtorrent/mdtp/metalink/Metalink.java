package org.gridtorrent.mdtp.metalink;

import java.util.List;
import java.util.Optional;

/** Metalink 4 document (RFC 5854): files, their checksums and the addresses that serve them. */
public record Metalink(List<MetalinkFile> files) {

    /** Media type of a document. */
    public static final String MEDIA_TYPE = "application/metalink4+xml";

    /** Ending of a document's file name. */
    public static final String SUFFIX = ".meta4";

    static final String NAMESPACE = "urn:ietf:params:xml:ns:metalink";

    public Metalink {
        files = List.copyOf(files);
    }

    /** The only file, or the one of this name. */
    public Optional<MetalinkFile> file(String name) {
        return files.size() == 1
                ? Optional.of(files.getFirst())
                : files.stream().filter(file -> file.path().name().equals(name)).findFirst();
    }
}
