/** The pages of groups, buddies and the inbox, and choosing people in others' forms. */
@NullMarked
package org.gridtorrent.ccm.people;

import org.jspecify.annotations.NullMarked;
