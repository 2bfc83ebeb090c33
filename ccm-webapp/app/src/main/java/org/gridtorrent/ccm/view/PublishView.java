package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.Optional;

/**
 * What there is to choose from when publishing.
 *
 * @param machine the one chosen, whose folders are shown
 * @param groups those the viewer is a member of
 * @param people accounts to pick from, the viewer left out
 */
public record PublishView(List<MachineLine> machines, Optional<MachineLine> machine,
        List<GroupLine> groups, List<GroupView.Person> people) {}
