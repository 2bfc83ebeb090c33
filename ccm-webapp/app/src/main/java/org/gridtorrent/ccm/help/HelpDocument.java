package org.gridtorrent.ccm.help;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A document of the help, in the order of the list beside each page. */
enum HelpDocument {
    USER_GUIDE("USER-GUIDE.md"),
    COMMANDS("reference/gridtorrent.md"),
    CONFIGURATION("reference/configuration.md"),
    REST("REST.md"),
    REST_API("reference/rest-api.md"),
    GLOSSARY("GLOSSARY.md"),
    SECURITY("SECURITY.md"),
    OPERATOR_GUIDE("OPERATOR-GUIDE.md"),
    SERVER_COMMANDS("reference/gridtorrent-server.md"),
    METRICS("reference/metrics.md");

    private final String file;

    HelpDocument(String file) {
        this.file = file;
    }

    /** Path below the resources of this package. */
    String file() {
        return file;
    }

    /** Last segment of the page's address: the file's name without its ending. */
    String slug() {
        return file.substring(file.lastIndexOf('/') + 1, file.lastIndexOf('.')).toLowerCase(
                Locale.ROOT);
    }

    /** Key of the message that names it. */
    String title() {
        return "help." + slug();
    }

    static Optional<HelpDocument> of(String slug) {
        return Stream.of(values()).filter(each -> each.slug().equals(slug)).findFirst();
    }
}
