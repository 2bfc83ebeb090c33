/** Tasks of this user's devices. */
@NullMarked
package org.gridtorrent.client.command.task;

import org.jspecify.annotations.NullMarked;
