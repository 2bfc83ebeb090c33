package org.gridtorrent.ccm.view.report;

import java.util.List;

/**
 * What a revocation would end.
 *
 * @param keys of all rights that end
 * @param back where to go then
 */
public record LossView(List<Line> lines, List<String> keys, String back) {

    /** One data set; people is how many lose it. */
    public record Line(String title, List<RightLine> rights, long people) {}
}
