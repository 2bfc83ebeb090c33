/** Groups and memberships, buddies, and all that waits for somebody's answer. */
@NullMarked
package org.gridtorrent.catalog.people;

import org.jspecify.annotations.NullMarked;
