package org.gridtorrent.ccm.report;

import java.util.List;
import org.gridtorrent.ccm.ui.VersionMark;

/**
 * What a revocation would end.
 *
 * @param keys of all rights that end
 * @param back where to go then
 */
public record RevocationView(List<Line> lines, List<String> keys, String back) {

    /** One data set; people is how many lose it. */
    public record Line(String title, VersionMark version, List<RightLine> rights, long people) {}
}
