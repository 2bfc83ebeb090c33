/** Invitations by mail, to the site and to groups, with their limits. */
@NullMarked
package org.gridtorrent.catalog.invitation;

import org.jspecify.annotations.NullMarked;
