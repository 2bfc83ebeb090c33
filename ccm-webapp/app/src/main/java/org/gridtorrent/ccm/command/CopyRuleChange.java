package org.gridtorrent.ccm.command;

import java.util.List;

/**
 * A change of the rule for a data set's copies.
 *
 * @param removes whether there is to be no rule; the rest does not matter then
 * @param alwaysOn how many of the copies are to be on devices that are always on
 * @param deviceIds the devices that may have copies; with none and no groups, all
 * @param groupIds the groups whose devices may have copies
 */
public record CopyRuleChange(boolean removes, int copies, int alwaysOn, List<String> deviceIds,
        List<String> groupIds) {
    public static final CopyRuleChange REMOVAL = new CopyRuleChange(true, 0, 0, List.of(),
            List.of());
}
