/** Invitations by mail, for programs. */
@NullMarked
package org.gridtorrent.ccm.rest.invitation;

import org.jspecify.annotations.NullMarked;
