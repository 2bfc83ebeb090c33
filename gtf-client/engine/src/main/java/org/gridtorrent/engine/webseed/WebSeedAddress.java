package org.gridtorrent.engine.webseed;

import java.net.URI;
import org.gridtorrent.mdtp.http.AddressPolicy;

/**
 * Address of a web seed: of the file, or of the folder that holds the content's folder (BEP 19).
 *
 * @param policy which hosts it may lead to
 * @param source who named it
 */
public record WebSeedAddress(URI uri, AddressPolicy policy, Source source) {

    /** Who names web seeds. */
    public enum Source {
        /** The metainfo or the magnet link: not believed of private content (BEP 27). */
        METAINFO,
        /**
         * The site's tracker. It names http addresses only of contents that everybody on the site may have; they
         * carry the private flag too.
         */
        TRACKER
    }

    /** Whether the server may be asked for content with the private flag (BEP 27). */
    boolean mayServePrivate() {
        return source == Source.TRACKER;
    }
}
