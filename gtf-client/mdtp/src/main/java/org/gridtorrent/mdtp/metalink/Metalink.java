package org.gridtorrent.mdtp.metalink;

import java.util.List;

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
}
