package org.gridtorrent.ccm.view.machine;

import org.gridtorrent.ccm.view.MachineLine;

/**
 * One of the viewer's machines, with all that can be set for it.
 *
 * @param held how many data sets it has, of so many bytes together
 * @param byRule how many of them rules for copies put there
 * @param last of how many data sets it has the last verified copy
 */
public record MachineView(MachineLine line, int held, long heldBytes, int byRule, int last,
        Week upload, Week download) {}
