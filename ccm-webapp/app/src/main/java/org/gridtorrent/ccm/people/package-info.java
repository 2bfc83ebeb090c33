/** Groups, buddies, the inbox of open questions, and invitations to groups. */
@NullMarked
package org.gridtorrent.ccm.people;

import org.jspecify.annotations.NullMarked;
