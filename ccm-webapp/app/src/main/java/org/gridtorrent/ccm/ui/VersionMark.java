package org.gridtorrent.ccm.ui;

import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Versions.Mark;

/**
 * Which of several versions a data set in a list is.
 *
 * @param number 0 where there are no others
 * @param newer whether one that is published comes after it
 */
public record VersionMark(int number, boolean newer) {
    public static final VersionMark NONE = new VersionMark(0, false);

    public static VersionMark of(Mark mark) {
        return new VersionMark(mark.number(), mark.newer());
    }

    /** None of a data set that the marks do not name. */
    public static VersionMark of(Map<String, Mark> marks, String contentId) {
        return Optional.ofNullable(marks.get(contentId)).map(VersionMark::of).orElse(NONE);
    }
}
