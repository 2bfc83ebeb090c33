package org.gridtorrent.ccm.report;

import java.util.List;
import java.util.Map;
import org.gridtorrent.ccm.ui.VersionMark;

/**
 * Rights, of several data sets, of one, or of a person's.
 *
 * @param subject whose rights, or to what; empty for all
 * @param of the kind of the subject: datasets, dataset or person
 * @param versions of those data sets that have several, by their ids
 * @param path of this page, to search it and go on in it
 * @param back the same with the words and the page
 */
public record ReportView(String of, String subject, List<RightLine> lines,
        Map<String, VersionMark> versions, String words, String path, String back, int page,
        boolean more, boolean wholeSite) {

    /** Which of several the data set is. */
    public VersionMark version(String setId) {
        return versions.getOrDefault(setId, VersionMark.NONE);
    }
}
