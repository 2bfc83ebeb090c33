package org.gridtorrent.ccm.view;

import java.util.List;

/**
 * Whom one may share with.
 *
 * @param groups those the viewer is a member of
 * @param people accounts to pick from, the viewer left out
 * @param others user names that are chosen and not among these people
 */
public record AudienceView(List<GroupLine> groups, List<GroupView.Person> people,
        String others) {}
