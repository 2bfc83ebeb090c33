package org.gridtorrent.ccm.device;

import org.gridtorrent.ccm.ui.DeviceLine;

/**
 * One of the viewer's machines, with all that can be set for it.
 *
 * @param held how many data sets it has, of so many bytes together
 * @param byRule how many of them rules for copies put there
 * @param last of how many data sets it has the last verified copy
 */
public record DeviceView(DeviceLine line, int held, long heldBytes, int byRule, int last,
        WeeklySchedule upload, WeeklySchedule download) {}
