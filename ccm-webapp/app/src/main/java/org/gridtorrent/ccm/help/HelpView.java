package org.gridtorrent.ccm.help;

import java.util.List;

/**
 * A document of the help.
 *
 * @param title its first heading
 * @param html the document without that heading; trusted, since it is part of the program
 * @param sections its headings of the second level
 */
public record HelpView(String slug, String title, String html, List<Section> sections,
        List<Page> pages) {

    public record Section(String id, String title) {}

    /** Another page of the help; {@code title} is a message's key. */
    public record Page(String slug, String title) {}
}
