package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A data set's page.
 *
 * @param audience who may have it, in words
 * @param copies machines that hold all of it and were heard of lately
 * @param files one page of the files
 * @param page 1-based
 * @param machines the viewer's machines, to get it on
 * @param complete those of the machines that have it already, by id
 * @param transfers the viewer's transfers of it that are not over
 * @param kept its verified copies; empty while it is not published
 */
public record DatasetView(DatasetLine line, String ownerFullName, String audience,
        Optional<String> infoHash, int copies, boolean mine, List<FileLine> files, int page,
        int pages, List<MachineLine> machines, Set<String> complete,
        List<TransferLine> transfers, Optional<CopiesView> kept) {

    /** A file of a data set; the path is relative, {@code length} in bytes. */
    public record FileLine(String path, long length) {}
}
