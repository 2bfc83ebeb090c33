/** Groups, buddies, the inbox and subscriptions. */
@NullMarked
package org.gridtorrent.client.command.group;

import org.jspecify.annotations.NullMarked;
