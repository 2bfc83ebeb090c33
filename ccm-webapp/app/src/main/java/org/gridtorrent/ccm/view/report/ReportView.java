package org.gridtorrent.ccm.view.report;

import java.util.List;

/**
 * Rights, of several data sets, of one, or of a person's.
 *
 * @param subject whose rights, or to what; empty for all
 * @param of the kind of the subject: datasets, dataset or person
 * @param path of this page, to search it and go on in it
 * @param back the same with the words and the page
 */
public record ReportView(String of, String subject, List<RightLine> lines, String words,
        String path, String back, int page, boolean more, boolean wholeSite) {}
