package org.gridtorrent.ccm.search;

import java.util.List;
import java.util.Map;
import org.gridtorrent.ccm.ui.DatasetLine;

/**
 * What was found, and by what it can be narrowed.
 *
 * @param total how many there are on all pages
 * @param page 1-based
 * @param chosen what narrows the search now; each leads to the search without it
 * @param subscribe where one subscribes to it; empty for a search that finds everything
 * @param kept what other words are looked for with, as the form's fields
 * @param all the same words without what narrows them
 */
public record SearchView(String words, int total, List<DatasetLine> lines, int page, int pages,
        String previous, String next, List<FacetView> facets, List<Choice> chosen,
        List<Choice> sorts, String subscribe, Map<String, List<String>> kept, String all) {

    /**
     * One facet.
     *
     * @param more values that are shown when somebody wants them
     */
    public record FacetView(String code, String title, List<Choice> values, List<Choice> more) {}

    /** A link that changes the search; its count is how many that would find. */
    public record Choice(String label, int count, boolean chosen, String href) {}
}
