package org.gridtorrent.ccm.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedDataset;
import org.gridtorrent.ccm.ui.Rows;
import org.gridtorrent.ccm.ui.Viewer;

/** Makes the lines of rights. */
final class RightLines {
    private RightLines() {}

    static List<RightLine> of(SharedDataset set, Viewer viewer) {
        List<RightLine> lines = new ArrayList<>();
        for (Right right : set.rights()) {
            boolean last = lines.size() + 1 == set.rights().size();
            lines.add(line(right, viewer, last ? set.total() - set.rights().size() : 0));
        }
        return lines;
    }

    static List<RightLine> of(List<Right> rights, Viewer viewer) {
        return rights.stream().map(right -> line(right, viewer, 0)).toList();
    }

    private static RightLine line(Right right, Viewer viewer, long more) {
        Right.Key key = right.key();
        return new RightLine(key.isRevocable() ? key.text() : "",
                right.ownerId().equals(viewer.id()) ? key.contentId() : "", right.title(),
                right.ownerName(), road(key), right.who(), right.people(),
                right.ends().map(Rows::lastDay).orElse(""), key.contentId(), more);
    }

    static String road(Right.Key key) {
        return key.road().name().toLowerCase(Locale.ROOT);
    }
}
