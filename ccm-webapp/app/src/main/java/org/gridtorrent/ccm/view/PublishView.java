package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.Optional;

/**
 * What there is to choose from when publishing.
 *
 * @param machine the one chosen, whose folders are shown
 * @param placed whether the path in the form is in one of its opened folders
 */
public record PublishView(List<MachineLine> machines, Optional<MachineLine> machine,
        boolean placed, AudienceView audience) {}
