package org.gridtorrent.ccm.publish;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Drafts.Draft;
import org.gridtorrent.ccm.dataset.access.AudienceView;
import org.gridtorrent.ccm.device.BrowsePurpose;
import org.gridtorrent.ccm.ui.DeviceLine;

/**
 * What there is to choose from when publishing.
 *
 * @param machine the one chosen, whose folders are shown
 * @param placed whether the path in the form is in one of its opened folders
 * @param purpose with which folders are browsed
 * @param drafts what else was begun
 * @param offersNonPrivate whether a torrent that is not private can be chosen
 */
public record PublishView(List<DeviceLine> machines, Optional<DeviceLine> machine,
        boolean placed, AudienceView audience, BrowsePurpose purpose, List<Draft> drafts,
        boolean offersNonPrivate) {}
