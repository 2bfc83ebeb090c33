package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.Set;
import org.gridtorrent.ccm.view.people.GroupLine;
import org.gridtorrent.ccm.view.people.PickView;

/**
 * Whom one may share with.
 *
 * @param groups those the viewer is a member of
 * @param chosen of these, by id
 */
public record AudienceView(List<GroupLine> groups, Set<String> chosen, PickView people) {}
