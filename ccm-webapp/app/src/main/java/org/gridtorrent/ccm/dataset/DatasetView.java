package org.gridtorrent.ccm.dataset;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.ccm.dataset.file.FileTree;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;
import org.gridtorrent.ccm.ui.DeviceLine;
import org.gridtorrent.ccm.ui.TransferLine;

/**
 * The first tab of a data set's page.
 *
 * @param audience who may have it, in words
 * @param copies machines that hold all of it and were heard of lately
 * @param files the first page of its outermost folder
 * @param machines the viewer's machines, to get it on
 * @param complete those of the machines that have it already, by id
 * @param transfers the viewer's transfers of it that are not over, or the one that failed to publish it
 * @param notices what is or may soon be lacking of its copies; for the owner alone
 * @param gridjet link by which the viewer's own machine shows it, where GridTorrent runs
 * @param cite empty until it is published
 */
public record DatasetView(DatasetHead head, String audience, Optional<String> infoHash, int copies,
        Optional<FileTree.Page> files, Optional<Newer> newer, List<DeviceLine> machines,
        Set<String> complete,
        List<TransferLine> transfers, List<CopyNotice> notices, Stock stock, String gridjet,
        Optional<Cite> cite) {

    /** The latest version, when this is an older one. */
    public record Newer(String id, int number) {}

    /**
     * What stock BitTorrent clients are given.
     *
     * @param torrent whether there is a .torrent file to be had
     * @param open whether they are let in with it
     * @param magnet a link that leads them to it
     */
    public record Stock(boolean torrent, boolean open, Optional<String> magnet) {
        public static final Stock NOTHING = new Stock(false, false, Optional.empty());
    }

    /** How it is cited; {@code jsonLd} may stand between a script's tags as it is. */
    public record Cite(String text, String bibtex, String ris, String jsonLd) {}
}
