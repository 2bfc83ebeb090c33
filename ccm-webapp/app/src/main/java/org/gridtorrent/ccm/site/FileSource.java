package org.gridtorrent.ccm.site;

import java.io.IOException;
import java.io.InputStream;
import org.gridtorrent.catalog.dataset.Content;

/** Where the bytes of single files come from. Safe for use by several threads. */
public interface FileSource {

    /** Why a file's bytes are not to be had now. */
    enum Reason {
        /** As many are read for all people together as may be. */
        BUSY,
        /** As many are read for this person as may be. */
        YOURS,
        /** No machine that has it is reached, or none sends it. */
        UNREACHABLE,
        /** The site's own machine has no room for what comes. */
        NO_ROOM
    }

    /** Ends the opening of a file, or a read. */
    final class NotNow extends IOException {
        private static final long serialVersionUID = 1L;
        private final Reason reason;

        public NotNow(Reason reason, String message) {
            super(message);
            this.reason = reason;
        }

        public Reason reason() {
            return reason;
        }
    }

    /**
     * A file's bytes from {@code from} to before {@code to}, each of a piece that matched its hash,
     * for somebody who was found to be allowed to have them. Reads wait, but not for ever.
     *
     * @param path below the data set's own folder; of a file that is there
     */
    InputStream open(String readerId, Content content, String path, long from, long to)
            throws IOException;
}
