package org.gridtorrent.ccm.dataset.access;

import java.util.List;
import java.util.Set;
import org.gridtorrent.ccm.people.picker.GroupLine;
import org.gridtorrent.ccm.people.picker.PersonPickerView;

/**
 * Whom one may share with.
 *
 * @param groups those the viewer is a member of
 * @param chosen of these, by id
 */
public record AudienceView(List<GroupLine> groups, Set<String> chosen, PersonPickerView people) {}
