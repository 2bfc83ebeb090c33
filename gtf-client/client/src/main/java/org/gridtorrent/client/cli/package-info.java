/** What every command shares: exit statuses, output, progress, sizes, the global options. */
@NullMarked
package org.gridtorrent.client.cli;

import org.jspecify.annotations.NullMarked;
