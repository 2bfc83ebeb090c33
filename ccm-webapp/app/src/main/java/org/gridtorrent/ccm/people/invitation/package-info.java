/** Invitations by mail or link, to the site and to groups. */
@NullMarked
package org.gridtorrent.ccm.people.invitation;

import org.jspecify.annotations.NullMarked;
