package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.Optional;

/**
 * What there is to choose from when publishing.
 *
 * @param machine the one chosen, whose folders are shown
 */
public record PublishView(List<MachineLine> machines, Optional<MachineLine> machine,
        AudienceView audience) {}
